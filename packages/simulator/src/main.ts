import process from "node:process";
import { HELP, readCommandLine } from "./command-line.ts";
import { printReceptions } from "./print-receptions.ts";
import { runNetwork } from "./run-network.ts";

const EXIT_USAGE = 64;

await main();

async function main(): Promise<void> {
  const now = { newSeed: Date.now() % 1_000_000, nowMs: Date.now() };
  const command = readCommandLine(process.argv.slice(2), now);
  switch (command.command) {
    case "help":
      process.stdout.write(HELP);
      return;
    case "wrong":
      process.stderr.write(`${command.reasons.join("\n")}\nMore with --help.\n`);
      process.exitCode = EXIT_USAGE;
      return;
    case "print":
      say(`seed ${command.seed}`);
      await printReceptions(command, process.stdout);
      return;
    case "run":
      say(`seed ${command.seed}, ${command.stations} simulated stations`);
      say(JSON.stringify(await runNetwork({ ...command, signal: untilStopped() })));
  }
}

/** Aborts at the first signal, or when the process that forked this one is gone. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
    process.once(event, () => stop.abort());
  }
  return stop.signal;
}

function say(line: string): void {
  process.stderr.write(`simulator: ${line}\n`);
}
