import { launch, person } from "./harness/browser.mjs";
import { alone } from "./harness/race.mjs";
import { moves, turn } from "./harness/board.mjs";
import { Service } from "./harness/service.mjs";
const [service, browser] = await Promise.all([Service.start(), launch()]);
try {
  const page = await person(browser, service, { screen: "desk", settings: {motion: "full"} });
  await alone(page, "TF1-D1N-AAAAAAC");
  const st = async (w) => console.log(w, await moves(page), await page.getByTestId("race").getAttribute("data-unanswered"), await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120)), await page.locator('[data-testid=board] .notice').innerText(), await page.locator('dialog[open]').count());
  await st("start");
  await page.keyboard.press("Space"); await st("space");
  await turn(page); await st("turn");
  await page.keyboard.press("Space"); await st("space");
  for (let i = 0; i < 40; i++) await page.keyboard.press("Space");
  await st("40 spaces");
  await page.waitForTimeout(3000);
  await st("later");
  await page.keyboard.press("Space"); await st("space");
  for (let i = 0; i < 40; i++) await page.keyboard.press("Space");
  await page.waitForTimeout(3000);
  await st("later");
  console.log(page.faults);
} finally { await browser.close(); await service.stop(); }
