import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import process from "node:process";
import { processIdentity } from "./process-identity.ts";
import { isRecord } from "./record.ts";

/** Held, or who holds it. */
export type LockResult =
  | { readonly held: true; readonly lock: Disposable }
  | { readonly held: false; readonly pid: number };

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

const takeOverMsMax = 5_000;

/**
 * Takes a lock file for this process. A lock whose process has ended, or whose process id belongs
 * to another program by now, is taken over.
 */
export function takePidLock(path: string): LockResult {
  const holder: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  const mine = JSON.stringify(holder);
  if (create(path, mine)) return held(path, mine);
  const present = liveHolder(path);
  if (present !== null) return { held: false, pid: present.pid };
  if (takeOver(path, mine)) return held(path, mine);
  return { held: false, pid: liveHolder(path)?.pid ?? process.pid };
}

function held(path: string, mine: string): LockResult {
  const release = () => {
    if (contentOf(path) === mine) rmSync(path, { force: true });
  };
  return { held: true, lock: { [Symbol.dispose]: release } };
}

/** Written whole before it appears under its name, so that nobody reads half of it. */
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
 * Only one at a time may clear a stale lock, else the second would clear the first one's new lock;
 * making a folder is what decides.
 */
function takeOver(path: string, mine: string): boolean {
  const guard = `${path}.take-over`;
  if (!makeGuard(guard)) return false;
  try {
    if (liveHolder(path) !== null) return false;
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
    const abandoned = Date.now() - (mtimeMs(guard) ?? Date.now()) > takeOverMsMax;
    if (!abandoned) return false;
    rmSync(guard, { recursive: true, force: true });
    return makeGuard(guard);
  }
}

function liveHolder(path: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(contentOf(path) ?? "");
    return isHolder(holder) && processIdentity(holder.pid) === holder.identity ? holder : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
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
