// Draws the PNG icons of public/ from icon.svg, with Chromium: node scripts/icons.mjs
// CHROMIUM names the browser where it is not at /usr/bin/chromium. The results are kept in the repository.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = join(import.meta.dirname, "..", "public");
const logo = readFileSync(join(folder, "icon.svg"), "utf8");

/** Systems that cut an icon to a shape of their own want the ground up to the edge, and may cut off a tenth. */
const icons = [
  { name: "icon-180.png", size: 180, toTheEdge: true, scale: 1 },
  { name: "icon-192.png", size: 192, toTheEdge: false, scale: 1 },
  { name: "icon-512.png", size: 512, toTheEdge: false, scale: 1 },
  { name: "maskable-512.png", size: 512, toTheEdge: true, scale: 0.82 },
];

function drawing({ size, toTheEdge, scale }) {
  const ground = logo.match(/<rect[^>]* fill="(#\w+)"/)[1];
  const inset = 256 * (1 - scale);
  const cards = logo.replace(/<\/?svg[^>]*>/g, "");
  return `<!doctype html><style>body { margin: 0; ${toTheEdge ? `background: ${ground}` : ""} } svg { display: block }</style>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${size}" height="${size}">
      <g transform="translate(${inset} ${inset}) scale(${scale})">${cards}</g>
    </svg>`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
  ],
});
try {
  const page = await browser.newPage();
  for (const icon of icons) {
    await page.setViewportSize({ width: icon.size, height: icon.size });
    await page.setContent(drawing(icon));
    await page.screenshot({ path: join(folder, icon.name), omitBackground: !icon.toTheEdge });
  }
} finally {
  await browser.close();
}
