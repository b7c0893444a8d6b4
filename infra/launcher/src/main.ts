import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { Crew } from "./crew.ts";
import { launch } from "./launch.ts";
import { LaunchError } from "./launch-error.ts";
import { parseOptions } from "./options.ts";
import { onStopRequest } from "./stop-request.ts";
import { welcome } from "./welcome.ts";

const root = resolve(import.meta.dirname, "../../..");
const stopMsMax = 15_000;

process.exitCode = await start(process.argv.slice(2)).catch(tell);

/** Runs an instance until it is asked to stop; returns the exit code. */
async function start(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv, process.cwd());
  if (options.help) {
    process.stdout.write(readFileSync(resolve(import.meta.dirname, "../help.txt")));
    return 0;
  }
  const crew = new Crew();
  const stack = new AsyncDisposableStack();
  using request = onStopRequest({ stop: () => crew.startStopping(), force: () => crew.killAll() });
  try {
    const context = { root, env: process.env, crew, stack, say };
    const launching = launch(options, context);
    const ready = await Promise.race([launching, request.stopped]);
    if (ready !== undefined) {
      process.stdout.write(
        `${welcome(ready, options.dataDir, resolve(".data") === options.dataDir)}\n`,
      );
      await request.stopped;
    }
    say("stopping");
    return 0;
  } finally {
    await stopAll(crew, stack);
  }
}

/** In order, as long as it takes but no longer than 15 s; whatever is left then is killed. */
async function stopAll(crew: Crew, stack: AsyncDisposableStack): Promise<void> {
  crew.startStopping();
  const deadline = setTimeout(() => crew.killAll(), stopMsMax);
  await stack.disposeAsync().finally(() => clearTimeout(deadline));
}

function tell(error: unknown): number {
  if (error instanceof LaunchError) say(error.message);
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

function say(line: string): void {
  process.stderr.write(`jetwire: ${line}\n`);
}
