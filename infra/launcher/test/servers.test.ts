import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServer } from "node:net";
import { startPostgres, startRedis } from "../src/index.ts";
import { expectFree } from "../src/taken-ports.ts";

let dir: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-servers-"));
  await chmod(dir, 0o711);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ["redis", startRedis],
  ["postgres", startPostgres],
])("%s comes back by itself on the same port after being killed", async (name, start) => {
  const pids = new EventEmitter();
  const lines: string[] = [];
  await using server = await start({
    dir: join(dir, name),
    port: 0,
    log: (line) => lines.push(line),
    pidChanged: (pid) => pids.emit(pid === null ? "ended" : "started"),
  });
  const url = server.url;
  const again = once(pids, "started");
  process.kill(server.pid ?? 0, "SIGKILL");
  await again;
  expect(lines).toEqual([`${name} ended (SIGKILL); starting again in 200 ms`]);
  expect(server.url).toBe(url);
  expect(server.pid).toBeGreaterThan(0);
});

test("a taken port is told with what it is for and what to do", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const wanted = { port, protocol: "tcp", use: "REST", remedy: "choose another" } as const;
  const message = `port ${port}/tcp (REST) is taken: choose another`;
  await expect(expectFree([wanted], 0)).rejects.toThrow(message);
  server.close();
  await expect(expectFree([wanted], 5_000)).resolves.toBeUndefined();
});
