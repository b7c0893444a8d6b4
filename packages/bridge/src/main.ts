import process from "node:process";
import { runCommandLine } from "@jetwire/command-line";
import { startBridge } from "./bridge.ts";
import { createBridgeCommand } from "./command-line.ts";
import type { BridgeConfig } from "./config/bridge-config.ts";

process.exitCode =
  (await runCommandLine(createBridgeCommand(run, process), process.argv.slice(2), process).catch(
    failed,
  )) || process.exitCode;

/** Runs a bridge until a signal, or until it cannot go on. */
async function run(config: BridgeConfig): Promise<void> {
  const ended = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => ended.resolve());
  await using bridge = await startBridge(config, ended.reject);
  await ended.promise;
}

function failed(error: unknown): number {
  process.stderr.write(
    `jetwire-bridge: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return 1;
}
