// What a first visit costs. The figures are bytes after gzip, whatever the browser was really sent.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, person } from "./harness/browser.mjs";
import { Service } from "./harness/service.mjs";

const kib = 1024;
let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** built gives the client's build as Vite describes it. */
async function built() {
  return JSON.parse(await readFile(new URL("../dist/.vite/manifest.json", import.meta.url), "utf8"));
}

const zipped = async (file) =>
  gzipSync(await readFile(new URL(`../dist/${file}`, import.meta.url)), { level: 9 }).length;
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

/** entry is the files that the page itself asks for: the entry script, what it imports, and their styles. */
async function entry() {
  const manifest = await built();
  const scripts = new Set();
  const styles = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit("index.html");
  return { scripts: [...scripts], styles: [...styles] };
}

test("the entry script stays small: a phone on a slow line waits for it", async (t) => {
  const { scripts, styles } = await entry();
  const js = sum(await Promise.all(scripts.map(zipped)));
  const css = sum(await Promise.all(styles.map(zipped)));
  t.diagnostic(`entry script ${js} bytes, styles ${css} bytes`);
  assert.ok(js <= 70 * kib, `the entry script has ${js} bytes after gzip; at most ${70 * kib} are allowed`);
  assert.ok(css <= 12 * kib, `the styles have ${css} bytes after gzip; at most ${12 * kib} are allowed`);
});

test("the first page, with all that it asks for, stays small", async (t) => {
  const page = await person(browser, service, { screen: "phone" });
  const files = [];
  const note = (response) => files.push({ url: new URL(response.url()), done: response.body() });
  page.on("response", note);
  await page.goto("/");
  await page.getByRole("button", { name: "Race friends" }).waitFor();
  await page.waitForLoadState("networkidle");
  page.off("response", note);
  const sizes = await Promise.all(
    files
      .filter(({ url }) => !url.pathname.startsWith("/api/"))
      .map(async ({ url, done }) => ({ path: url.pathname, size: gzipSync(await done).length })),
  );
  const total = sum(sizes.map(({ size }) => size));
  t.diagnostic(
    `first load ${total} bytes in ${sizes.length} files: ${sizes.map(({ path, size }) => `${path} ${size}`).join(", ")}`,
  );
  assert.ok(
    total <= 100 * kib,
    `the first load has ${total} bytes after gzip; at most ${100 * kib} are allowed`,
  );
  await page.context().close();
});
