import process from "node:process";
import { runCommandLine } from "@jetwire/command-line";
import { createSimulatorCommand, type SimulatorOptions } from "./command-line.ts";
import { printReceptions } from "./print-receptions.ts";
import { runNetwork } from "./run-network.ts";

process.exitCode = await runCommandLine(
  createSimulatorCommand(run),
  process.argv.slice(2),
  process,
);

async function run(options: SimulatorOptions): Promise<void> {
  const { stations, print: lines, to: targets, gzip, start: startMs = Date.now() } = options;
  const settings = {
    seed: options.seed ?? Date.now() % 1_000_000,
    stations,
    airframes: options.airframes ?? stations * 5,
    ratePerSecond: options.rate,
    junkShare: options.junk,
  };
  log(`seed ${settings.seed}, ${stations} simulated stations`);
  if (lines !== undefined) await printReceptions({ ...settings, lines, startMs }, process.stdout);
  else log(JSON.stringify(await runNetwork({ ...settings, targets, gzip, signal: stopSignal() })));
}

/** Aborts at the first signal, or when the process that forked this one ends. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
    process.once(event, () => stop.abort());
  }
  return stop.signal;
}

function log(line: string): void {
  process.stderr.write(`simulator: ${line}\n`);
}
