import { apiKeyHint, hashApiKey, parseApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { createBackupRole, createServiceRoles, migrate } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { readVariable } from "@jetwire/runtime";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase } from "../connections.ts";
import { readServicePasswords } from "../service-passwords.ts";

const Options = z.object({ allowNewer: z.boolean().default(false) });

const examples = `
Creates or updates tables, airline codes and the partitions of the next days. The command is safe to run
again, and by several processes at once. With INGEST_PASSWORD, REST_PASSWORD … (see redis-users) it also creates a
role for each service, with the rights that it needs; with BACKUP_PASSWORD one for back-ups. With OPERATOR_KEY it makes this API key valid: it belongs to the
operator account \`${db.apiKeys.hostAccountName}\`, and a key that was given before is revoked.

Example:
  DATABASE_URL=postgres://jetwire@db/jetwire jetwire migrate`;

export function addMigrateCommand(program: Command, answering: Answering): void {
  program
    .command("migrate")
    .description("Migrate the database to this version")
    .option(
      "--allow-newer",
      "accept a database of a newer version, after a rollback of the services",
    )
    .addHelpText("after", examples)
    .action(
      answering(async (call) => {
        const { allowNewer } = call.options(Options);
        const { databaseUrl } = call.servers();
        const access = readAccess(call);
        const { applied, newer = [] } = await migrate(databaseUrl, undefined, { allowNewer });
        await access.grant(databaseUrl);
        const done = applied.length === 0 ? "nothing to do" : `applied: ${applied.join(", ")}`;
        const text = newer.length === 0 ? done : `${done}; of a newer version: ${newer.join(", ")}`;
        return { value: { applied, newer }, text };
      }),
    );
}

/**
 * Reads who may use the database: the passwords of services and of back-ups, and the API key of the host.
 *
 * @throws CliError if the key is damaged
 */
export function readAccess(call: Pick<Call, "terminal">) {
  const passwords = readServicePasswords(call.terminal);
  const key = readHostKey(call);
  const backupPassword = readVariable("BACKUP_PASSWORD", call.terminal.env);
  return {
    /** Gives them their rights in a migrated database, as far as they are known. */
    async grant(databaseUrl: string): Promise<void> {
      if (passwords !== null) await createServiceRoles(databaseUrl, passwords);
      if (backupPassword !== undefined) await createBackupRole(databaseUrl, backupPassword);
      if (key !== null) await setKey(databaseUrl, key);
    },
  };
}

/** Reads the API key of the host; null if none is given. @throws CliError if it is damaged */
function readHostKey({ terminal }: Pick<Call, "terminal">): string | null {
  const given = readVariable("OPERATOR_KEY", terminal.env);
  if (given === undefined) return null;
  const key = parseApiKey(given);
  if (key !== null) return key;
  throw new CliError("usage", "OPERATOR_KEY: expected an API key, as `jetwire init` makes it");
}

async function setKey(databaseUrl: string, key: string): Promise<void> {
  const made = { keyHash: hashApiKey(key), hint: apiKeyHint(key) };
  const changed = await withDatabase({ databaseUrl }, (sql) => db.apiKeys.setHostKey(sql, made));
  if (changed !== null) return;
  throw new CliError(
    "conflict",
    `OPERATOR_KEY: the account ${db.apiKeys.hostAccountName} has ended`,
  );
}
