import { join } from "node:path";
import process from "node:process";
import { LaunchError } from "./launch-error.ts";
import { lastLine, runCommand } from "./run-command.ts";

const commandMsMax = 30_000;

/** Runs an operator's command, as `npm run jetwire` would, and returns what it answers. */
export type OperatorCli = (...args: string[]) => Promise<Record<string, unknown>>;

/** The operator's command line of a running instance, found by its `ready.json`. */
export function operatorCli(root: string, dataDir: string, signal: AbortSignal): OperatorCli {
  const entry = join(root, "packages", "cli", "src", "main.ts");
  return async (...args) => {
    const all = [entry, ...args, "--json", "--data", dataDir];
    const options = { timeoutMs: commandMsMax, signal };
    const { code, stdout, stderr } = await runCommand(process.execPath, all, options);
    const command = `jetwire ${args.join(" ")}`;
    if (code !== 0) throw new LaunchError(`${command}: ${lastLine(stderr) || lastLine(stdout)}`);
    return answer(command, stdout);
  };
}

function answer(command: string, stdout: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stdout);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Told below: it answered something else than it promises.
  }
  throw new LaunchError(
    `${command} answered "${stdout.slice(0, 100).trim()}" instead of an object`,
  );
}
