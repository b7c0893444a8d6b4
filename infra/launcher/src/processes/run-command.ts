import { spawn } from "node:child_process";
import process from "node:process";

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  readonly input?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const outputCharsMax = 1_000_000;

/**
 * Runs a command to its end and collects its output (the last million characters of each stream).
 *
 * @returns the exit code, or null when a signal or the time-out ended it.
 * @throws when the program cannot be started.
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(file, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: options.env ?? process.env,
    timeout: options.timeoutMs,
    killSignal: "SIGKILL",
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.owner,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout = (stdout + chunk.toString()).slice(-outputCharsMax);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-outputCharsMax);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

/** Returns the last line that is not blank, for a one-line message. */
export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
