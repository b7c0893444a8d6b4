import process from "node:process";
import { runCommandLine } from "@jetwire/command-line";
import { createRelayCommand } from "./command-line.ts";
import type { RelayConfig } from "./config/relay-config.ts";
import { startRelay } from "./relay.ts";

process.exitCode =
  (await runCommandLine(
    createRelayCommand(run, process.stdout),
    process.argv.slice(2),
    process,
  ).catch(failed)) || process.exitCode;

/** Runs a relay until a signal, or until it cannot go on. */
async function run(config: RelayConfig): Promise<void> {
  const ended = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => ended.resolve());
  await using relay = await startRelay(config, ended.reject);
  await ended.promise;
}

function failed(error: unknown): number {
  process.stderr.write(
    `jetwire-relay: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return 1;
}
