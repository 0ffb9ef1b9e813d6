import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const service = process.env.SAMEDEAL_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // No data: URL and no inline script, so that the Content-Security-Policy can forbid both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: service, changeOrigin: false },
      "/ws": { target: service, ws: true, changeOrigin: false },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
