import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquirePidLock } from "../src/processes/pid-lock.ts";
import { processIdentity } from "../src/processes/process-identity.ts";

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-lock-"));
  path = join(dir, "launcher.lock");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("belongs to one process at a time and is free after its release", () => {
  const first = acquirePidLock(path);
  expect(acquirePidLock(path)).toEqual({ status: "in-use", pid: process.pid });
  if (first.status === "acquired") first.lock[Symbol.dispose]();
  expect(readdirSync(dir)).toEqual([]);
  expect(acquirePidLock(path).status).toBe("acquired");
});

test("is replaced when its process has ended", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const owner = { pid: child.pid, identity: processIdentity(child.pid ?? 0) };
  writeFileSync(path, JSON.stringify(owner));
  expect(acquirePidLock(path)).toEqual({ status: "in-use", pid: child.pid });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(acquirePidLock(path).status).toBe("acquired");
});

test("is replaced when its process id belongs to another program", () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: "started 1" }));
  expect(acquirePidLock(path).status).toBe("acquired");
});

test("is replaced when its file is malformed", () => {
  writeFileSync(path, "");
  expect(acquirePidLock(path).status).toBe("acquired");
});
