import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  backupSources,
  findDamage,
  type Manifest,
  readCatalog,
  sealSecrets,
  type SecretFiles,
  takeBackup,
  verifyStored,
} from "@jetwire/backup";
import * as db from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { findBackup, readBackupSettings, readRecoveryKey, showBytes } from "./backup-settings.ts";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { sealedSecretsFile } from "../secret-files.ts";
import { type Cell, table } from "../table.ts";

const runMsMax = 24 * 3_600_000;
const targetHelp = "folder or s3://bucket/prefix (default: BACKUP_TARGET)";

const nowExamples = `
Copies the database into BACKUP_TARGET, sealed to BACKUP_RECIPIENT, reads it back, restores it into a scratch database and
compares all rows. It needs a role that reads all tables and may create databases (BACKUP_DATABASE_URL, otherwise the
owner). The chores service does the same once a day.

Example:
  BACKUP_TARGET=/var/backups/jetwire BACKUP_RECIPIENT=age1… jetwire backup now`;

const listExamples = `
Example:
  jetwire backup list --target s3://bucket/jetwire`;

const verifyExamples = `
Reads the files of a back-up and compares them with their checksums. With the recovery key it also restores them into a
scratch database, which it drops afterwards, and compares all rows.

Examples:
  jetwire backup verify
  jetwire backup verify 20261125T030000Z-3f0a --recovery-key recovery-key.txt`;

const sealExamples = `
Seals the secrets for the back-ups of the chores service, which never sees them open. Run it again when one has changed.

Example:
  jetwire backup seal --secrets infra/secrets --env infra/compose.env`;

export function addBackupCommands(program: Command, answering: Answering): void {
  const backup = program.command("backup").description("Take, list and verify back-ups");
  backup
    .command("now")
    .option("--target <place>", targetHelp)
    .description("Take a back-up and verify it")
    .addHelpText("after", nowExamples)
    .action(answering(takeNow));
  backup
    .command("list")
    .option("--target <place>", targetHelp)
    .description("List back-ups, newest first")
    .addHelpText("after", listExamples)
    .action(answering(listBackups));
  backup
    .command("verify")
    .argument("[name]", "name of the back-up", "latest")
    .option("--target <place>", targetHelp)
    .option("--recovery-key <file>", "File of the recovery key, or - for standard input")
    .description("Verify a back-up")
    .addHelpText("after", verifyExamples)
    .action(answering(verify));
  backup
    .command("seal")
    .option("--secrets <dir>", "Folder of the secrets", "infra/secrets")
    .option("--env <file>", "File of the variables")
    .option(
      "--out <file>",
      `Sealed file to write (default: ${sealedSecretsFile} in the folder of the secrets)`,
    )
    .description("Seal the secrets of a deployment")
    .addHelpText("after", sealExamples)
    .action(answering(sealFiles));
}

async function takeNow(call: Call) {
  const { config, store } = readBackupSettings(call);
  const sources = backupSources(config, config.BACKUP_DATABASE_URL ?? call.servers().databaseUrl, {
    freeBytes: async () => null,
  });
  if (sources === null) throw new CliError("usage", "set BACKUP_RECIPIENT, or run `jetwire init`");
  using shown = showBytes(call, null);
  const manifest = await takeBackup(store, sources, {
    now: Date.now,
    signal: AbortSignal.timeout(runMsMax),
    progress: { step: () => {}, bytes: (bytes) => shown.update(bytes) },
  });
  return {
    value: manifest,
    text: `${manifest.name} is in ${store.address}, ${aboutText(manifest)}`,
  };
}

/** `jetwire backup list` and `jetwire restore list`. */
export async function listBackups(call: Call) {
  const { store } = readBackupSettings(call);
  const { backups, unreadable, unfinished } = await readCatalog(store);
  const rows = backups.map((one): Cell[] => [
    one.name,
    one.takenAt,
    Math.ceil(one.database.bytes / 1e6),
    rowsOf(one),
    one.migration,
    one.secrets !== null,
    one.verified,
  ]);
  const headings = ["BACK-UP", "TAKEN AT", "MB", "ROWS", "MIGRATION", "SECRETS", "VERIFIED"];
  const text = [
    table(headings, rows, `no back-ups in ${store.address}`),
    ...unreadable.map(({ name, reason }) => `${name}: ${reason}`),
    ...unfinished.map(
      ({ name }) => `${name}: it has no manifest: it is being written, or was interrupted`,
    ),
  ].join("\n");
  return { value: { backups, unreadable, unfinished }, text };
}

async function verify(call: Call) {
  const { config, store } = readBackupSettings(call);
  const { recoveryKey } = call.options(z.object({ recoveryKey: z.string().optional() }));
  const key = recoveryKey === undefined ? null : await readRecoveryKey(call, recoveryKey);
  const backup = await findBackup(store, call.args[0] ?? "latest");
  const signal = AbortSignal.timeout(runMsMax);
  const damage = await findDamage(store, backup, signal);
  if (damage !== null) throw new CliError("conflict", damage);
  if (key === null) {
    return {
      value: { name: backup.name, verified: "checksums" },
      text: `${backup.name}: its files have their checksums`,
    };
  }
  const databaseUrl = config.BACKUP_DATABASE_URL ?? call.servers().databaseUrl;
  await using stack = new AsyncDisposableStack();
  stack.use(await db.backups.lockBackups(databaseUrl));
  using shown = showBytes(call, backup.database.bytes);
  const onBytes = (bytes: number) => shown.update(bytes);
  await verifyStored(store, backup, { mode: "rows", key, databaseUrl, signal, onBytes });
  return {
    value: { name: backup.name, verified: "rows" },
    text: `${backup.name}: restored ${rowsOf(backup)} rows, all as they were`,
  };
}

const SealOptions = z.object({
  secrets: z.string().min(1),
  env: z.string().optional(),
  out: z.string().optional(),
});

async function sealFiles(call: Call) {
  const { secrets, env, ...options } = call.options(SealOptions);
  const out = options.out ?? join(secrets, sealedSecretsFile);
  const recipient = call.terminal.env["BACKUP_RECIPIENT"] ?? (await readRecipient(secrets));
  const files: SecretFiles = {};
  for (const name of await readdir(secrets)) {
    if (!name.startsWith(".") && name !== sealedSecretsFile)
      files[`secrets/${name}`] = await readFile(join(secrets, name), "utf8");
  }
  if (env !== undefined) files[basename(env)] = await readFile(env, "utf8");
  const sealed = await sealSecrets(files, recipient);
  // In place, because containers have this file, not its name; `init` makes it for reading only.
  await chmod(out, 0o644).catch(() => {});
  await writeFile(out, sealed);
  await chmod(out, 0o444);
  const count = Object.keys(files).length;
  return { value: { files: Object.keys(files), out }, text: `${count} files sealed in ${out}` };
}

async function readRecipient(secrets: string): Promise<string> {
  const found = await readFile(join(secrets, "backup-recipient"), "utf8").catch(() => "");
  if (found.trim() !== "") return found.trim();
  throw new CliError("usage", `${secrets} has no backup-recipient: run \`jetwire init\``);
}

function aboutText(manifest: Manifest): string {
  const how = { rows: "restored and compared", read: "read to its end", off: "not verified" };
  const less = manifest.verifiedLess === null ? "" : ` (${manifest.verifiedLess})`;
  return `${rowsOf(manifest)} rows, ${Math.ceil(manifest.database.bytes / 1e6)} MB, ${how[manifest.verified]}${less}`;
}

function rowsOf({ tables }: Manifest): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}
