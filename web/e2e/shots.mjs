// Pictures of every page and state, for people to look at: npm run shots [-- NAME-BEGINS-WITH ...] writes them to
// web/shots. SHOTS_LOCALES=he SHOTS_SCREENS=phone takes a part.

import { mkdir } from "node:fs/promises";
import { launch, person, screens } from "./harness/browser.mjs";
import { dailyScenes } from "./harness/daily_scenes.mjs";
import { Actor, emptyScenes, Stage, scenes, still } from "./harness/scenes.mjs";
import { Service } from "./harness/service.mjs";
import { Wire } from "./harness/wire.mjs";

const folder = new URL("../shots/", import.meta.url);
const list = (name, all) => process.env[name]?.split(",") ?? all;
const locales = list("SHOTS_LOCALES", ["en", "he", "hr"]);
const sizes = list("SHOTS_SCREENS", ["phone", "desk"]);
const wanted = process.argv.slice(2);
/** These are taken in the dark too. */
const dark = [
  "home",
  "home-games",
  "create",
  "room-lobby",
  "race-klondike",
  "results-won",
  "live",
  "settings",
  "boards",
  "profile",
  "friend",
  "daily",
  "daily-past",
  "rules-kl",
];
const nothingElse = (name) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin));
/** Of what is missing the browser says so. */
const expected = (name, fault) => /missing|bad/.test(name) && /status of 404/.test(fault);
/** Games take the window, of other pages all is shown; some have a bar that keeps to the window's edge. */
const barred = (name) => /^(room|create|solo)/.test(name);
const whole = (name) => !/^(race|watch|replay|ghosts|room-countdown|daily-race)/.test(name);

await mkdir(folder, { recursive: true });
const [service, browser, wire] = await Promise.all([Service.start(), launch(), Wire.open()]);
let failures = 0;

function fail(file, text) {
  failures += 1;
  console.error(`${file}: ${text.split("\n").slice(0, 4).join(" ")}`);
}

/** stretch makes the window as high as the page, so that what keeps to the window's edge is drawn where it belongs. */
async function stretch(page, screen) {
  const { width, height } = screens[screen];
  const needed = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, needed) });
}

async function take(stage, [name, play], { screen, locale, theme }) {
  const page = await person(browser, service, { screen, locale, dark: theme === "dark", worker: false });
  const file = `${name}.${locale}.${screen}${theme === "dark" ? ".dark" : ""}.png`;
  try {
    await play(new Actor(page), stage);
    await still(page);
    if (barred(name)) await stretch(page, screen);
    await page.screenshot({ path: new URL(file, folder).pathname, fullPage: whole(name) });
    for (const fault of page.faults.filter((text) => !expected(name, text))) fail(file, fault);
  } catch (error) {
    fail(file, error.message);
    await page.screenshot({ path: new URL(`FAILED.${file}`, folder).pathname }).catch(() => {});
  } finally {
    await page.context().close();
  }
}

async function takeAll(stage, all) {
  for (const scene of Object.entries(all).filter(([name]) => nothingElse(name))) {
    for (const locale of locales) {
      for (const screen of sizes) {
        await take(stage, scene, { screen, locale, theme: "light" });
        if (dark.includes(scene[0]) && locale !== "hr")
          await take(stage, scene, { screen, locale, theme: "dark" });
      }
    }
    console.log(scene[0]);
  }
}

try {
  const stage = Object.assign(await Stage.set(browser, service), { wire });
  await takeAll(stage, emptyScenes);
  await takeAll(stage, { ...scenes, ...dailyScenes });
  await stage.strike();
} finally {
  await wire.close();
  await browser.close();
  await service.stop();
}
process.exitCode = failures > 0 ? 1 : 0;
