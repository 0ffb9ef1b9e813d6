import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const service = process.env.SAMEDEAL_URL ?? "http://127.0.0.1:8080";

/** What is loaded with the first page anyway: the libraries, the shell, the connection, the start page. */
const ofFirstPage = [
  /node_modules\/(svelte|@bufbuild)\//,
  /\/src\/(app\/(?!deal_code|updates|UpdateBanner)|net\/|race\/|wire\/(?!analysis|boards|daily|friends|rows))/,
  /\/src\/pages\/(home\/(Start|ContinueRace|SameDeal)|Home|Missing)/,
  /\/src\/(settings\/settings|i18n\/i18n|table\/(card|table))/,
  /\/src\/ui\/(Button|Card|Field|Icon|IconButton|Name|Notice|Spinner|ToastList|icons|toasts|time)\b/,
];

export default defineConfig({
  plugins: [svelte()],
  build: {
    // No data: URL and no inline script, so that the Content-Security-Policy can forbid both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        // What the first page needs comes in one file, not in two dozen small ones.
        advancedChunks: {
          groups: [{ name: "first", test: (id) => ofFirstPage.some((part) => part.test(id)) }],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: service, changeOrigin: false },
      "/ws": { target: service, ws: true, changeOrigin: false },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
