import { text } from "node:stream/consumers";
import {
  backupVariables,
  type Manifest,
  openStore,
  parseRecoveryKey,
  readCatalog,
  type Store,
} from "@jetwire/backup";
import { readConfig, readVariable } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";
import { openInput } from "../input.ts";
import { showProgress } from "../progress.ts";

const Variables = z.object(backupVariables);
const TargetOption = z.object({ target: z.string().optional() });
const keyBytesMax = 65_536;

/** Reads the variables of back-ups; `--target` replaces BACKUP_TARGET. @throws ConfigError or CliError */
export function readBackupSettings(call: Call) {
  const { target } = call.options(TargetOption);
  const env = target === undefined ? {} : { BACKUP_TARGET: target };
  const config = readConfig(Variables, { ...call.terminal.env, ...env });
  const store = openStore(config);
  if (store !== null) return { config, store };
  throw new CliError("usage", "no target: set BACKUP_TARGET, or pass --target");
}

/** Returns whether a target is set, by a variable or `--target`. */
export function hasTarget(call: Call): boolean {
  const { target } = call.options(TargetOption);
  return target !== undefined || (readVariable("BACKUP_TARGET", call.terminal.env) ?? "") !== "";
}

/** Reads the recovery key from the file or standard input that `--recovery-key` names. @throws CliError */
export async function readRecoveryKey({ terminal }: Call, file: string): Promise<string> {
  const { stream, size } = await openInput(terminal, file);
  if ((size ?? 0) > keyBytesMax) throw new CliError("usage", `${file} is no recovery key`);
  try {
    return parseRecoveryKey(await text(stream));
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}

/** Finds a back-up by its name, or the newest one for `latest`. @throws CliError if there is none */
export async function findBackup(store: Store, name: string): Promise<Manifest> {
  const { backups } = await readCatalog(store);
  const found = name === "latest" ? backups[0] : backups.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new CliError(
    "not_found",
    name === "latest"
      ? `${store.address} has no back-up`
      : `${store.address} has no back-up ${name}: see \`jetwire backup list\``,
  );
}

/** Shows how many bytes are read of how many, on a terminal. Disposal ends the display. */
export function showBytes(call: Call, total: number | null) {
  const progress = showProgress(call.terminal.stderr, total, "MB");
  return {
    update: (bytes: number) => progress.update(bytes, Math.round(bytes / 1e6)),
    [Symbol.dispose]: () => progress[Symbol.dispose](),
  };
}
