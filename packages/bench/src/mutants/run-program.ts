import { spawn } from "node:child_process";
import process from "node:process";
import { text } from "node:stream/consumers";

const commandMsMax = 300_000;

/** Runs a program in a session of its own, so that all of it ends with its time. */
export async function runProgram(
  file: string,
  args: readonly string[],
  cwd: string,
  msMax: number,
): Promise<{ code: number | null; timedOut: boolean; output: string }> {
  const env = { ...process.env, NO_COLOR: "1" };
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, msMax);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  try {
    child.stdout.resume();
    const [code, output] = await Promise.all([ended, text(child.stderr)]);
    return { code, timedOut, output };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a program. @throws Error with what it printed, unless it ends with 0 */
export async function expectSuccess(
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const { code, output } = await runProgram(file, args, cwd, commandMsMax);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}: ${output}`);
}
