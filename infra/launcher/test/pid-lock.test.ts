import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takePidLock } from "../src/pid-lock.ts";
import { processIdentity } from "../src/process-identity.ts";

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-lock-"));
  path = join(dir, "launcher.lock");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("is held by one at a time and free again afterwards", () => {
  const first = takePidLock(path);
  expect(takePidLock(path)).toEqual({ held: false, pid: process.pid });
  if (first.held) first.lock[Symbol.dispose]();
  expect(readdirSync(dir)).toEqual([]);
  expect(takePidLock(path).held).toBe(true);
});

test("is taken over from a process that has ended", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const holder = { pid: child.pid, identity: processIdentity(child.pid ?? 0) };
  writeFileSync(path, JSON.stringify(holder));
  expect(takePidLock(path)).toEqual({ held: false, pid: child.pid });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(takePidLock(path).held).toBe(true);
});

test("is taken over when its process id belongs to another program by now", () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: "started 1" }));
  expect(takePidLock(path).held).toBe(true);
});

test("is taken over when its file is unreadable", () => {
  writeFileSync(path, "");
  expect(takePidLock(path).held).toBe(true);
});
