import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireFileLock, FileLockedError } from "./file-lock.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "jetwire-lock-"));
  path = join(directory, "lock");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const module = new URL("file-lock.ts", import.meta.url).href;

/** Starts a process that has the lock. */
async function lockElsewhere() {
  const program = `import { acquireFileLock } from ${JSON.stringify(module)};
    globalThis.lock = acquireFileLock(${JSON.stringify(path)});
    process.stdout.write("locked");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

test("belongs to one owner at a time and is free after its release", () => {
  const first = acquireFileLock(path);
  expect(() => acquireFileLock(path)).toThrow(FileLockedError);
  first[Symbol.dispose]();
  using again = acquireFileLock(path);
  expect(again).toBeDefined();
});

test("excludes other processes, also while its owner is paused, and is free once the owner is killed", async () => {
  const owner = await lockElsewhere();
  expect(() => acquireFileLock(path)).toThrow(path);
  owner.kill("SIGSTOP");
  expect(() => acquireFileLock(path)).toThrow(FileLockedError);
  owner.kill("SIGKILL");
  await once(owner, "exit");
  using lock = acquireFileLock(path);
  expect(lock).toBeDefined();
});

test("names a file that cannot be opened", () => {
  expect(() => acquireFileLock(join(directory, "missing", "lock"))).toThrow("unable to open");
});
