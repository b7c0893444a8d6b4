import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import process from "node:process";

/** A command to run, and the system user to run it as. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Runs it as another system user; requires root. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** The signal that asks it to shut down cleanly. */
  readonly stopSignal: "SIGTERM" | "SIGINT";
  /** Opens a channel to this process, by whose closing it notices that this process has ended. */
  readonly ipc: boolean;
}

let deathSignalKnown: boolean | undefined;

/**
 * Starts a program in a session of its own, so that Ctrl-C in the terminal reaches only this process,
 * which then stops the others in order. On Linux with util-linux, the kernel ends the program when
 * this process is killed.
 */
export function spawnProgram(program: Program): ChildProcess {
  const command = [...withPrivateFiles, program.file, ...program.args];
  const [file, ...args] = [...endingWithParent(program.stopSignal), ...command];
  return spawn(file ?? program.file, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(program.ipc ? (["ipc"] as const) : [])],
    env: program.env ?? process.env,
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    ...program.owner,
  });
}

/** Files that the program creates are readable by its user alone. */
const withPrivateFiles = ["/bin/sh", "-c", 'umask 077; exec "$@"', "sh"];

function endingWithParent(signal: string): readonly string[] {
  deathSignalKnown ??=
    process.platform === "linux" &&
    String(spawnSync("setpriv", ["--help"]).stdout).includes("--pdeathsig");
  return deathSignalKnown ? ["setpriv", "--pdeathsig", signal, "--"] : [];
}
