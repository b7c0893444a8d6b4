import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import process from "node:process";

/** A command line, and as whom it runs. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Another system user to run as; only root can. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** What asks it to end in good order. */
  readonly stopSignal: "SIGTERM" | "SIGINT";
  /** With a channel to us, whose closing tells it that we are gone. */
  readonly ipc: boolean;
}

let deathSignalKnown: boolean | undefined;

/**
 * Starts a program in a session of its own, so that a Ctrl-C in the terminal reaches only us and
 * the order of ending stays ours. Where the system can (Linux with util-linux), the kernel ends it
 * when we are killed.
 */
export function spawnProgram(program: Program): ChildProcess {
  const [file, ...args] = [...dyingWithUs(program.stopSignal), program.file, ...program.args];
  return spawn(file ?? program.file, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(program.ipc ? (["ipc"] as const) : [])],
    env: program.env ?? process.env,
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    ...program.owner,
  });
}

function dyingWithUs(signal: string): readonly string[] {
  deathSignalKnown ??=
    process.platform === "linux" &&
    String(spawnSync("setpriv", ["--help"]).stdout).includes("--pdeathsig");
  return deathSignalKnown ? ["setpriv", "--pdeathsig", signal, "--"] : [];
}
