import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReadyFile } from "../src/ready-file.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-ready-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function written(): unknown {
  return JSON.parse(readFileSync(join(dir, "ready.json"), "utf8"));
}

const addresses = {
  rest: "http://127.0.0.1:21000",
  ws: "ws://127.0.0.1:21001",
  ingest: { http: "http://127.0.0.1:21002/v1/ingest", udp: [21_010], tcp: [21_020] },
  redis: "redis://127.0.0.1:21003",
  postgres: "postgres://jetwire:secret@127.0.0.1:21004/jetwire",
};

test("ready.json exists while the instance is ready and names the current processes", () => {
  const file = new ReadyFile(dir);
  file.pidChanged("redis", 0, 10);
  file.expect([{ name: "rest", replica: 0, healthPort: 21_046 }]);
  file.pidChanged("rest", 0, 11);
  expect(existsSync(join(dir, "ready.json"))).toBe(false);

  const demo = { apiKey: "jw_x", accountId: "a", userId: "a" };
  file.publish(addresses, demo);
  const health = "http://127.0.0.1:21046";
  const redis = { name: "redis", replica: 0, pid: 10, health: null };
  expect(written()).toEqual({
    ...addresses,
    services: [redis, { name: "rest", replica: 0, pid: 11, health }],
    demo,
  });
  expect(statSync(join(dir, "ready.json")).mode & 0o777).toBe(0o600);

  file.pidChanged("rest", 0, 12);
  const rest = { name: "rest", replica: 0, pid: 12, health };
  expect(written()).toEqual({ ...addresses, services: [redis, rest], demo });

  file.remove();
  file.pidChanged("rest", 0, null);
  expect(existsSync(join(dir, "ready.json"))).toBe(false);
});
