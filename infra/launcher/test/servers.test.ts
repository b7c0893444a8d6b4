import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServer } from "node:net";
import { startPostgres, startRedis } from "../src/index.ts";
import { checkPorts } from "../src/check-ports.ts";

let dir: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-servers-"));
  await chmod(dir, 0o711);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ["redis", startRedis],
  ["postgres", startPostgres],
])("%s is restarted on the same port after it was killed", async (name, start) => {
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
  expect(lines).toEqual([`${name} ended (SIGKILL); restarting it`]);
  expect(server.url).toBe(url);
  expect(server.pid).toBeGreaterThan(0);
});

test("a port in use is reported with its use and the remedy", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const required = { port, protocol: "tcp", use: "REST", remedy: "choose another" } as const;
  const message = `port ${port}/tcp (REST) is in use: choose another`;
  await expect(checkPorts([required], 0)).rejects.toThrow(message);
  server.close();
  await expect(checkPorts([required], 5_000)).resolves.toBeUndefined();
});
