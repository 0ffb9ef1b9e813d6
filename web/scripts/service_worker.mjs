// Makes dist/sw.js of src/sw/worker.js, after Vite's build: with the list of the files to keep for when
// there is no network, and a name that changes whenever one of them does.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const web = join(import.meta.dirname, "..");
const dist = join(web, "dist");
// What is kept costs every player's first visit.
const mostBytes = 300_000;
const withoutHash = ["index.html", "icon.svg", "manifest.webmanifest"];

/** Every part of the client: a tab that is open while a new version is deployed may still need any. */
function builtFiles() {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  return [...new Set(files)].sort();
}

const files = [...withoutHash, ...builtFiles()];
const source = readFileSync(join(web, "src", "sw", "worker.js"), "utf8");
const hash = createHash("sha256").update(source);
let bytes = 0;
for (const file of files) {
  const content = readFileSync(join(dist, file));
  hash.update(`${file} ${content.length}\n`).update(content);
  bytes += gzipSync(content).length;
}
if (bytes > mostBytes) {
  throw new Error(`the service worker would keep ${bytes} bytes, gzipped: at most ${mostBytes} are allowed`);
}

const version = hash.digest("hex").slice(0, 16);
const list = files.map((file) => JSON.stringify(`/${file}`)).join(", ");
const worker = source.replace("VERSION", version).replace('"FILES"', () => list);
writeFileSync(join(dist, "sw.js"), worker);
console.log(`service worker ${version}: ${files.length} files, ${Math.round(bytes / 1000)} kB gzipped`);
