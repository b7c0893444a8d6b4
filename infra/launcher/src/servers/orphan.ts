import { readFileSync, rmSync } from "node:fs";
import process from "node:process";
import { commandLine } from "../process-identity.ts";
import { poll } from "../supervision/poll.ts";

/** A server that may have outlived the launcher that started it. */
export interface Orphan {
  readonly pidFile: string;
  /** Stands in the command line of a server of this very data folder. */
  readonly mark: string;
  /** Signals to try in turn, the gentlest first. */
  readonly signals: readonly NodeJS.Signals[];
}

const patienceMs = 10_000;

/**
 * Ends the server that a killed launcher left behind in a data folder, and clears a process id
 * file that names some other program. Does nothing when there is no such file.
 *
 * @returns the process id that was ended, or null.
 */
export async function endOrphan(orphan: Orphan): Promise<number | null> {
  const pid = pidIn(orphan.pidFile);
  if (pid === null) return null;
  const isOurs = () => commandLine(pid)?.includes(orphan.mark) === true;
  if (!isOurs()) {
    rmSync(orphan.pidFile, { force: true });
    return null;
  }
  for (const signal of orphan.signals) {
    if (isOurs()) process.kill(pid, signal);
    if (await poll(async () => !isOurs(), { timeoutMs: patienceMs })) break;
  }
  return pid;
}

function pidIn(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
