import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Crew } from "./crew.ts";
import { LaunchError } from "./launch-error.ts";
import { LogDigest, shortened } from "./log-digest.ts";
import { ProcessLog } from "./process-log.ts";
import { lastLine } from "./run-command.ts";
import { Supervised } from "./supervision/supervised.ts";

/** A TypeScript program of ours, to be kept running. */
export interface OwnProcess {
  readonly name: string;
  readonly replica: number;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where it tells whether it is ready; without it, running is enough. */
  readonly healthPort?: number;
}

/** What happens with a process, for whoever keeps the books. */
export interface Books {
  readonly logDir: string;
  readonly say: (line: string) => void;
  readonly pidChanged: (name: string, replica: number, pid: number | null) => void;
}

const readyMsMax = 60_000;
const probeMsMax = 2_000;

/**
 * Starts a program of ours and keeps it running, its output in `logDir`. Resolves when it is ready.
 *
 * @throws LaunchError pointing at its log.
 */
export async function startOwnProcess(spec: OwnProcess, crew: Crew, books: Books) {
  const title = `${spec.name}-${spec.replica}`;
  const log = new ProcessLog(join(books.logDir, `${title}.log`));
  const digest = new LogDigest(title, books.say);
  const supervised = new Supervised(
    {
      name: title,
      readyMsMax,
      program: () => ({
        file: process.execPath,
        args: [spec.entry, ...(spec.args ?? [])],
        env: spec.env,
        stopSignal: "SIGTERM",
        ipc: true,
      }),
      isReady: () => isReady(spec.healthPort),
    },
    {
      output: (chunk) => {
        log.write(chunk);
        digest.write(chunk);
      },
      restarting: books.say,
      pidChanged: (pid) => books.pidChanged(spec.name, spec.replica, pid),
    },
  );
  crew.add(supervised);
  try {
    await supervised.ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`${reason}${lastWords(log.path)}; its log is ${log.path}`, {
      cause: error,
    });
  }
  return supervised;
}

function lastWords(logPath: string): string {
  const line = lastLine(readFileSync(logPath, "utf8"));
  return line === "" ? "" : `: ${shortened(line) ?? line.slice(0, 200)}`;
}

async function isReady(healthPort: number | undefined): Promise<boolean> {
  if (healthPort === undefined) return true;
  try {
    const signal = AbortSignal.timeout(probeMsMax);
    const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
