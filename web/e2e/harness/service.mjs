// The service, as the real program on its embedded store, for the tests to use and to kill.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = process.env.SAMEDEAL ?? fileURLToPath(new URL("../../../bin/samedeal", import.meta.url));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Service keeps its address and its data when it is stopped and started again. */
export class Service {
  #child = null;
  #log = "";

  constructor(port, data) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.data = data;
  }

  static async start() {
    const service = new Service(await freePort(), await mkdtemp(join(tmpdir(), "samedeal-")));
    await service.start();
    return service;
  }

  async start() {
    const child = spawn(program, [
      "serve",
      "--listen",
      `127.0.0.1:${this.port}`,
      "--data",
      this.data,
      "--per-address",
      "100",
    ]);
    this.#child = child;
    // Nothing is left running, whatever became of the tests.
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    child.stderr.on("data", (text) => {
      this.#log += text;
    });
    await new Promise((resolve, reject) => {
      let out = "";
      child.stdout.on("data", (text) => {
        out += text;
        if (out.includes("Open http")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`samedeal ended with ${code}:\n${out}${this.#log}`)));
      child.once("error", reject);
    });
  }

  /** kill ends the process as a crash does. */
  async kill() {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** What the service has logged. */
  get log() {
    return this.#log;
  }

  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = new Promise((resolve) => this.#child.once("exit", resolve));
      this.#child.kill("SIGTERM");
      await gone;
    }
    await rm(this.data, { recursive: true, force: true });
  }

  /** call makes one call of the HTTP services. */
  async call(method, request) {
    const service = ["CreateGuest", "Rename"].includes(method) ? "PlayerService" : "RoomService";
    const response = await fetch(`${this.url}/api/samedeal.v1.${service}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(`${method}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  }

  /** run runs another command of the program, such as a bot, and gives what it printed. */
  async run(...args) {
    const child = spawn(program, args);
    let out = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      out += text;
    });
    const code = await new Promise((resolve, reject) => {
      child.once("exit", resolve);
      child.once("error", reject);
    });
    if (code !== 0) throw new Error(`samedeal ${args.join(" ")} ended with ${code}:\n${out}`);
    return out;
  }
}
