import { resolve } from "node:path";
import process from "node:process";
import { runCommandLine } from "@jetwire/command-line";
import { launch } from "./launch.ts";
import { LaunchError } from "./launch-error.ts";
import { createCommandLine, type Options } from "./options.ts";
import { ProcessSet } from "./processes/process-set.ts";
import { startupSummary } from "./startup-summary.ts";
import { onStopRequest } from "./stop-request.ts";

const root = resolve(import.meta.dirname, "../../..");
const stopMsMax = 15_000;

const usageCode = await runCommandLine(createCommandLine(run), process.argv.slice(2), process);
if (usageCode !== 0) process.exitCode = usageCode;

/** Runs an instance until a request to stop, and sets the exit code. */
async function run(options: Options): Promise<void> {
  try {
    await runInstance(options);
  } catch (error) {
    if (error instanceof LaunchError) print(error.message);
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function runInstance(options: Options): Promise<void> {
  const processes = new ProcessSet();
  const stack = new AsyncDisposableStack();
  using request = onStopRequest({
    stop: () => processes.startStopping(),
    force: () => processes.killAll(),
  });
  try {
    const launching = launch(options, { root, env: process.env, processes, stack, print });
    const launched = await Promise.race([launching, request.stopped]);
    if (launched !== undefined) {
      const isDefaultDir = resolve(".data") === options.data;
      const { ready, devPage } = launched;
      const summary = startupSummary(ready, { dataDir: options.data, isDefaultDir, devPage });
      process.stdout.write(`${summary}\n`);
      await request.stopped;
    }
    print("stopping");
  } finally {
    await stopAll(processes, stack);
  }
}

/** Stops everything in order, and kills the rest after 15 s. */
async function stopAll(processes: ProcessSet, stack: AsyncDisposableStack): Promise<void> {
  processes.startStopping();
  const deadline = setTimeout(() => processes.killAll(), stopMsMax);
  await stack.disposeAsync().finally(() => clearTimeout(deadline));
}

function print(line: string): void {
  process.stderr.write(`jetwire: ${line}\n`);
}
