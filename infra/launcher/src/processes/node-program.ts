import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import type { Owner } from "../servers/system-user.ts";
import { LogDigest, shortened } from "./log-digest.ts";
import { ProcessLog } from "./process-log.ts";
import type { ProcessHost } from "./process-set.ts";
import { lastLine } from "./run-command.ts";
import { Supervised } from "./supervised.ts";

/** A program of Node to keep running. */
export interface NodeProgram {
  readonly name: string;
  readonly replica: number;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** The system user that runs it; by default that of this process. */
  readonly owner?: Owner | undefined;
  /** The program of Node; by default that of this process. */
  readonly node?: string;
  /** Answers with 2xx when the program is ready. Without it, a running program is ready. */
  readonly readyUrl?: string;
  /** Answers with 2xx while the program works. A program that does not answer for 30 s is started anew. */
  readonly aliveUrl?: string | undefined;
}

const readyMsMax = 60_000;
const probeMsMax = 2_000;

/**
 * Starts a program, keeps it running, and writes its output to `logDir`. Resolves when the program
 * is ready.
 *
 * @throws LaunchError with the last line of its log and the log's path.
 */
export async function startNodeProgram(program: NodeProgram, host: ProcessHost) {
  const { name, replica, entry, args = [], cwd, env, readyUrl, aliveUrl, owner, node } = program;
  const title = `${name}-${replica}`;
  const log = new ProcessLog(join(host.logDir, `${title}.log`));
  const digest = new LogDigest(title, host.print);
  const command = {
    file: node ?? process.execPath,
    args: [entry, ...args],
    env,
    owner,
    ...(cwd === undefined ? {} : { cwd }),
    stopSignal: "SIGTERM",
    ipc: true,
  } as const;
  const supervised = new Supervised(
    {
      name: title,
      readyMsMax,
      program: () => command,
      isReady: () => answersWell(readyUrl, probeMsMax),
      ...(aliveUrl !== undefined && { isAlive: (msMax) => answersWell(aliveUrl, msMax) }),
    },
    {
      output: (chunk) => {
        log.write(chunk);
        digest.write(chunk);
      },
      restarting: host.print,
      pidChanged: (pid) => host.pidChanged(name, replica, pid),
    },
  );
  host.processes.add(supervised);
  try {
    await supervised.ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`${reason}${lastLogged(log.path)}; see ${log.path}`, { cause: error });
  }
  return supervised;
}

function lastLogged(logPath: string): string {
  const line = lastLine(readFileSync(logPath, "utf8"));
  return line === "" ? "" : `: ${shortened(line) ?? line.slice(0, 200)}`;
}

async function answersWell(url: string | undefined, msMax: number): Promise<boolean> {
  if (url === undefined) return true;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(msMax) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
