import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import {
  issueApiKey,
  listApiKeys,
  listTiers,
  readOperatorAccount,
  reissueApiKey,
  revokeApiKey,
  type Sql,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { defaultKeyScopes, keyScopes, KeyScopes } from "@jetwire/protocol";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { Duration } from "../duration.ts";
import { tableOf } from "../table.ts";
import { notifyProcesses, wakeUser, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { requireAccount } from "./accounts.ts";

const IssueOptions = z.object({
  account: z.string(),
  tier: z.string().default("feeder"),
  scopes: z
    .string()
    .default(defaultKeyScopes.join())
    .transform((text) => text.split(","))
    .pipe(KeyScopes),
  label: z.string().trim().min(1).max(64, "must have at most 64 characters").optional(),
  expires: Duration.optional(),
});
const ListOptions = z.object({ account: z.string().optional() });

const issueExamples = `
The key is shown only once; Jetwire stores its hash.

Examples:
  jetwire keys issue --account alice
  jetwire keys issue --account alice --tier gold --label "night job" --expires 90d
  jetwire keys issue --account alice --scopes read,feed,manage
  export KEY=$(npm run -s jetwire -- keys issue --account alice --json | jq -r .key)`;

const reissueExamples = `
Use this for a key that may be compromised. It is revoked and replaced by a key of the same tier, scopes,
label and expiry. The new key is shown only once.

Example:
  jetwire keys reissue 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

const revokeExamples = `
The key and the sessions that it opened stop working within five seconds, also on open connections.
\`jetwire keys list\` shows the ids.

Example:
  jetwire keys revoke 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

export function addKeyCommands(program: Command, answering: Answering): void {
  const keys = program.command("keys").description("Manage API keys");
  keys
    .command("issue")
    .requiredOption("--account <username>", "Account that owns the key")
    .option("--tier <tier>", "Tier, which sets the rate limit", "feeder")
    .option(
      "--scopes <list>",
      `What it may be used for: ${keyScopes.join(", ")}, separated by commas`,
      defaultKeyScopes.join(),
    )
    .option("--label <text>", "Name of the key, shown to its owner")
    .option("--expires <time>", "Time until it expires, such as 90d or 12h (default: never)")
    .description("Issue an API key")
    .addHelpText("after", issueExamples)
    .action(answering(issue));
  keys
    .command("reissue")
    .argument("<id>", "id of the key")
    .description("Revoke an API key and issue a replacement")
    .addHelpText("after", reissueExamples)
    .action(answering(reissue));
  keys
    .command("revoke")
    .argument("<id>", "id of the key")
    .description("Revoke an API key permanently")
    .addHelpText("after", revokeExamples)
    .action(answering(revoke));
  keys
    .command("list")
    .option("--account <username>", "Only keys of this account")
    .description("List API keys by their first characters")
    .addHelpText("after", "\nExample:\n  jetwire keys list --account alice")
    .action(answering(list));
}

async function issue(call: Call) {
  const { account, tier, scopes, label = null, expires } = call.options(IssueOptions);
  const servers = call.servers();
  const key = makeApiKey();
  const hint = apiKeyHint(key);
  const added = await withDatabase(servers, async (sql) => {
    const { id: accountId } = await requireAccount(sql, account);
    const role = (await readOperatorAccount(sql, accountId))?.role;
    if (scopes.includes("operate") && role !== "operator") {
      throw new CliError("usage", `--scopes: operate is possible for operators only`);
    }
    const expiresAt =
      expires === undefined ? null : new Date(Date.now() + expires * 1_000).toISOString();
    const toAdd = {
      accountId,
      tier,
      scopes,
      keyHash: hashApiKey(key),
      hint,
      label,
      expiresAt,
      actor: operator(),
    };
    const made = await issueApiKey(sql, toAdd);
    if (made === null) return await refuseTier(sql, tier);
    return { ...made, accountId };
  });
  await wakeUser(servers, added.accountId);
  return {
    value: { id: added.id, key },
    text: `key of ${account} (id ${added.id}), shown only once:\n${key}`,
  };
}

async function reissue(call: Call) {
  const id = readId(call);
  const servers = call.servers();
  const key = makeApiKey();
  const hint = apiKeyHint(key);
  const made = await withDatabase(servers, async (sql) => {
    const reissued = await reissueApiKey(sql, id, { keyHash: hashApiKey(key), hint }, operator());
    if (reissued === null) {
      throw new CliError("not_found", `active key ${id} not found: see \`jetwire keys list\``);
    }
    return reissued;
  });
  await notifyProcesses(servers, { kind: "key-revoked", keyId: id });
  await wakeUser(servers, made.accountId);
  return {
    value: { id: made.id, key, revoked: id },
    text: `key ${id} is revoked; the new key of ${made.username} (id ${made.id}), shown only once:\n${key}`,
  };
}

async function refuseTier(sql: Sql, tier: string): Promise<never> {
  const names = (await listTiers(sql)).map(({ name }) => name).join(", ");
  throw new CliError("not_found", `--tier ${tier} not found: use one of ${names}`);
}

async function revoke(call: Call) {
  const id = readId(call);
  const servers = call.servers();
  const known = await withDatabase(servers, (sql) => revokeApiKey(sql, id, undefined, operator()));
  if (!known) throw noKey(id);
  await notifyProcesses(servers, { kind: "key-revoked", keyId: id });
  return { value: { id, revoked: true }, text: `key ${id} is revoked` };
}

async function list(call: Call) {
  const { account } = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), async (sql) => {
    const owner = account === undefined ? undefined : await requireAccount(sql, account);
    return await listApiKeys(sql, owner?.id);
  });
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      KEY: (row) => `${row.hint}…`,
      LABEL: (row) => row.label,
      ACCOUNT: (row) => row.username,
      TIER: (row) => row.tier,
      SCOPES: (row) => row.scopes.join(),
      ISSUED: (row) => row.createdAt,
      "LAST USED": (row) => row.lastUsedAt,
      EXPIRES: (row) => row.expiresAt,
      REVOKED: (row) => row.revokedAt,
    },
    "no keys",
  );
  return { value: rows, text };
}

function readId(call: Call): string {
  const id = call.args[0] ?? "";
  if (z.guid().safeParse(id).success) return id;
  throw noKey(id);
}

function noKey(id: string): CliError {
  return new CliError("not_found", `key ${id} not found: see \`jetwire keys list\``);
}
