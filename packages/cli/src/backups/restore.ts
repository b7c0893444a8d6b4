import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restoreBackup, RestoreRefusedError, restoreSecrets } from "@jetwire/backup";
import * as db from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { emptyNamespace } from "@jetwire/redis";
import { z } from "zod";
import { findBackup, readBackupSettings, readRecoveryKey, showBytes } from "./backup-settings.ts";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { connectRedis } from "../connections.ts";
import { serveRestores } from "./serve-restores.ts";
import { listBackups } from "./backup.ts";

const runMsMax = 48 * 3_600_000;
const targetHelp = "folder or s3://bucket/prefix (default: BACKUP_TARGET)";
const keyHelp = "File of the recovery key, or - for standard input";

const runExamples = `
Loads the back-up into a database beside the present one, compares all rows, migrates it to this version, and gives it the
name of the present one, which is kept under another name. If somebody operates the service of the present one, it is only
replaced if --replace names it. An interrupted restore changes nothing, and may be run again. Nothing else may be connected to
the database. Then Redis is emptied, which has copies of the former database.

Examples:
  jetwire restore run --recovery-key recovery-key.txt
  jetwire restore run 20261125T030000Z-3f0a --recovery-key - --replace jetwire < recovery-key.txt`;

const secretsExamples = `
Writes the folder secrets and the file compose.env of a back-up into a folder, and overwrites none. They are needed
before Postgres is started on another host.

Example:
  jetwire restore secrets --target s3://bucket/jetwire --recovery-key recovery-key.txt --to infra`;

const serveExamples = `
Runs beside the services of an instance that nobody operates yet, as the owner of the database. Its setup page lists the
back-ups of the target then, and restores one with the code of the log and the recovery key: all services end and start anew
for it. With the variables of \`jetwire migrate\`, services get their rights in the restored database.

Example:
  jetwire restore serve --target s3://bucket/jetwire`;

const listExamples = `
Example:
  jetwire restore list --target /var/backups/jetwire`;

export function addRestoreCommands(program: Command, answering: Answering): void {
  const restore = program.command("restore").description("Restore back-ups");
  restore
    .command("list")
    .option("--target <place>", targetHelp)
    .description("List back-ups, newest first")
    .addHelpText("after", listExamples)
    .action(answering(listBackups));
  restore
    .command("run")
    .argument("[name]", "name of the back-up", "latest")
    .option("--target <place>", targetHelp)
    .option("--recovery-key <file>", keyHelp)
    .option(
      "--replace <database>",
      "Replace the database of this name, although somebody operates its service",
    )
    .description("Restore the database from a back-up")
    .addHelpText("after", runExamples)
    .action(answering(run));
  restore
    .command("serve")
    .option("--target <place>", targetHelp)
    .description("Restore what the setup page asks for, until somebody operates the service")
    .addHelpText("after", serveExamples)
    .action(answering(serveRestores));
  restore
    .command("secrets")
    .argument("[name]", "name of the back-up", "latest")
    .option("--target <place>", targetHelp)
    .option("--recovery-key <file>", keyHelp)
    .option("--to <dir>", "Folder to write to")
    .description("Restore the secrets from a back-up")
    .addHelpText("after", secretsExamples)
    .action(answering(secrets));
}

const recoveryKey = z.string({ error: "is required" });
const RunOptions = z.object({ recoveryKey, replace: z.string().optional() });

async function run(call: Call) {
  const { store } = readBackupSettings(call);
  const { recoveryKey: file, replace } = call.options(RunOptions);
  const key = await readRecoveryKey(call, file);
  const backup = await findBackup(store, call.args[0] ?? "latest");
  const { databaseUrl, redisUrl, namespace } = call.servers();
  const name = db.backups.databaseNameOf(databaseUrl);
  if (replace !== undefined && replace !== name) {
    throw new CliError("usage", `--replace: the database is called ${name}, not ${replace}`);
  }
  // Opened first, so that nothing is restored which Redis would then contradict.
  await using redis = redisUrl === null ? null : await connectRedis(redisUrl).catch(noRedis);
  using shown = showBytes(call, backup.database.bytes);
  const { former } = await restoreBackup(store, backup, {
    databaseUrl,
    key,
    signal: AbortSignal.timeout(runMsMax),
    replace: replace !== undefined,
    onBytes: (bytes) => shown.update(bytes),
  }).catch((error: unknown) => {
    throw refusalOf(error, name) ?? error;
  });
  if (redis !== null) await emptyNamespace(redis, namespace);
  const kept =
    former === null ? "" : `; the former database is ${former}: drop it when all is well`;
  const copies =
    redis === null ? "\nREDIS_URL is not set: empty Redis before you start the services" : "";
  return {
    value: {
      restored: backup.name,
      takenAt: backup.takenAt,
      database: name,
      former,
      redisEmptied: redis !== null,
    },
    text: `${name} is as it was at ${backup.takenAt}, all rows compared${kept}${copies}`,
  };
}

function noRedis(cause: unknown): never {
  const message =
    "Redis does not answer: start it, because it is emptied after the restore (it has copies of the former database)";
  throw new CliError("unavailable", message, { cause });
}

function refusalOf(error: unknown, name: string): CliError | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof RestoreRefusedError && error.reason === "used") {
    return new CliError("conflict", `${error.message}: to replace it, pass --replace ${name}`);
  }
  const isConnected = error instanceof RestoreRefusedError;
  const wasConnectedSince = "code" in error && error.code === "55006";
  if (!isConnected && !wasConnectedSince) return null;
  return new CliError("conflict", `${error.message}: stop all services, then run it again`);
}

const SecretsOptions = z.object({ recoveryKey, to: z.string({ error: "is required" }) });

async function secrets(call: Call) {
  const { store } = readBackupSettings(call);
  const { recoveryKey: file, to } = call.options(SecretsOptions);
  const key = await readRecoveryKey(call, file);
  const backup = await findBackup(store, call.args[0] ?? "latest");
  const files = await restoreSecrets(store, backup, key);
  if (files === null) throw new CliError("not_found", `${backup.name} has no secrets`);
  const names = Object.keys(files);
  for (const name of names) {
    const path = join(to, name);
    const isSecret = name.startsWith("secrets/");
    await mkdir(dirname(path), { recursive: true, mode: isSecret ? 0o700 : 0o755 });
    await writeFile(path, files[name] ?? "", { flag: "wx", mode: isSecret ? 0o444 : 0o644 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
        throw new CliError("conflict", `${path} exists: remove it, or choose another folder`);
      },
    );
  }
  return { value: { files: names }, text: `${names.length} files written to ${to}` };
}
