// Answers that no service of today's gives: of days that are over, and of boards with many on them.

import { fileURLToPath } from "node:url";
import { fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { createServer } from "vite";

/** Wire knows the messages as the client does: from the same generated files. */
export class Wire {
  #vite;

  static async open() {
    const wire = new Wire();
    wire.#vite = await createServer({
      root: fileURLToPath(new URL("../..", import.meta.url)),
      configFile: false,
      logLevel: "error",
      appType: "custom",
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    return wire;
  }

  /**
   * fake has a page's calls answered with what answer gives for the request, in the protocol's JSON form; null lets
   * the call through to the service. file is that of the service: daily, boards.
   */
  async fake(page, file, method, answer) {
    const module = await this.#vite.ssrLoadModule(`/src/wire/${file}_pb.ts`);
    const service = Object.values(module).find((value) => value?.kind === "service" && value.method[method]);
    const { input, output, name } = service.method[method];
    await page.route(`**/api/${service.typeName}/${name}`, async (route) => {
      const json = answer(fromBinary(input, route.request().postDataBuffer() ?? new Uint8Array()));
      if (json === null) return await route.continue();
      const body = Buffer.from(toBinary(output, fromJson(output, json)));
      return await route.fulfill({ status: 200, contentType: "application/proto", body });
    });
  }

  async close() {
    await this.#vite.close();
  }
}
