import { readFileSync, rmSync } from "node:fs";
import process from "node:process";
import { retryUntil } from "@jetwire/runtime";
import { commandLineOf } from "../processes/process-identity.ts";

/** A server that may still run although the launcher that started it was killed. */
export interface Orphan {
  readonly pidFile: string;
  /** Part of the command line of every server of this data folder, and of no other process. */
  readonly mark: string;
  /** Signals to try in this order. */
  readonly signals: readonly NodeJS.Signals[];
}

const endMsMax = 10_000;

/**
 * Ends a server that a killed launcher left behind, and removes a process id file that names
 * another program. Does nothing without such a file.
 *
 * @returns the id of the process that was ended, or null.
 */
export async function endOrphan({ pidFile, mark, signals }: Orphan): Promise<number | null> {
  const pid = readPid(pidFile);
  if (pid === null) return null;
  const isServer = () => commandLineOf(pid)?.includes(mark) === true;
  if (!isServer()) {
    rmSync(pidFile, { force: true });
    return null;
  }
  for (const signal of signals) {
    if (isServer()) process.kill(pid, signal);
    if (await hasEnded(isServer)) break;
  }
  return pid;
}

async function hasEnded(isRunning: () => boolean): Promise<boolean> {
  const expectEnded = async () => {
    if (isRunning()) throw new Error("still running");
  };
  const options = { task: "end a server", msMax: endMsMax, retryMsMax: 100 };
  return await retryUntil(expectEnded, options).then(
    () => true,
    () => false,
  );
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
