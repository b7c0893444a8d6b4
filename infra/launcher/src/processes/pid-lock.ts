import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import process from "node:process";
import { processIdentity } from "./process-identity.ts";
import { isRecord } from "../json-file.ts";

/** The lock, released by disposal, or the id of the process that has it. */
export type LockResult =
  | { readonly status: "acquired"; readonly lock: Disposable }
  | { readonly status: "in-use"; readonly pid: number };

interface Owner {
  readonly pid: number;
  readonly identity: string;
}

const replaceMsMax = 5_000;

/**
 * Acquires a lock file for this process. Replaces a stale lock, whose process has ended or whose
 * process id belongs to another program.
 */
export function acquirePidLock(path: string): LockResult {
  const owner: Owner = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  const mine = JSON.stringify(owner);
  if (create(path, mine)) return acquired(path, mine);
  const present = runningOwner(path);
  if (present !== null) return { status: "in-use", pid: present.pid };
  if (replaceStale(path, mine)) return acquired(path, mine);
  return { status: "in-use", pid: runningOwner(path)?.pid ?? process.pid };
}

function acquired(path: string, mine: string): LockResult {
  const release = () => {
    if (contentOf(path) === mine) rmSync(path, { force: true });
  };
  return { status: "acquired", lock: { [Symbol.dispose]: release } };
}

/** Writes the file before linking it to its name, so that no process reads half of it. */
function create(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces a stale lock. Creating a guard folder decides which process may do so: otherwise a second
 * process could remove the new lock of the first.
 */
function replaceStale(path: string, mine: string): boolean {
  const guard = `${path}.replace`;
  if (!makeGuard(guard)) return false;
  try {
    if (runningOwner(path) !== null) return false;
    rmSync(path, { force: true });
    return create(path, mine);
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function makeGuard(guard: string): boolean {
  try {
    mkdirSync(guard);
    return true;
  } catch {
    const abandoned = Date.now() - (mtimeMs(guard) ?? Date.now()) > replaceMsMax;
    if (!abandoned) return false;
    rmSync(guard, { recursive: true, force: true });
    return makeGuard(guard);
  }
}

function runningOwner(path: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(contentOf(path) ?? "");
    return isOwner(owner) && processIdentity(owner.pid) === owner.identity ? owner : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is Owner {
  return isRecord(value) && typeof value["pid"] === "number";
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function mtimeMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
