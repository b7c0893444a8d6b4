import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import {
  issueApiKey,
  listApiKeys,
  listTiers,
  reissueApiKey,
  revokeApiKey,
  type Sql,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { Lifetime } from "../lifetime.ts";
import { table } from "../table.ts";
import { tellProcesses, tellUser } from "../tell-processes.ts";
import { withDatabase } from "../with-database.ts";
import { requireAccount } from "./accounts.ts";

const IssueOptions = z.object({
  account: z.string(),
  tier: z.string().default("feeder"),
  label: z.string().trim().min(1).max(64, "64 characters at most").optional(),
  expires: Lifetime.optional(),
});
const ListOptions = z.object({ account: z.string().optional() });

const issueExamples = `
The key is shown this once; only its hash is kept.

Examples:
  jetwire keys issue --account alice
  jetwire keys issue --account alice --tier gold --label "night job" --expires 90d
  export KEY=$(npm run -s jetwire -- keys issue --account alice --json | jq -r .key)`;

const reissueExamples = `
For a key that may be compromised: it is revoked, and another of the same tier, label and end takes its
place. The new key is shown this once.

Example:
  jetwire keys reissue 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

const revokeExamples = `
Takes effect within five seconds, also on open connections, with the sessions that it has opened. The
id is in \`jetwire keys list\`.

Example:
  jetwire keys revoke 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

export function addKeyCommands(program: Command, answering: Answering): void {
  const keys = program.command("keys").description("API keys of accounts");
  keys
    .command("issue")
    .requiredOption("--account <username>", "whose key it shall be")
    .option("--tier <tier>", "decides the rate limit", "feeder")
    .option("--label <text>", "what its holder calls it")
    .option("--expires <time>", "after how long it ends: 90d, 12h (default: never)")
    .description("issue an API key")
    .addHelpText("after", issueExamples)
    .action(answering(issue));
  keys
    .command("reissue")
    .argument("<id>", "the key's id")
    .description("revoke an API key and issue another in its place")
    .addHelpText("after", reissueExamples)
    .action(answering(reissue));
  keys
    .command("revoke")
    .argument("<id>", "the key's id")
    .description("revoke an API key for ever")
    .addHelpText("after", revokeExamples)
    .action(answering(revoke));
  keys
    .command("list")
    .option("--account <username>", "only this account's")
    .description("list API keys by their first characters")
    .addHelpText("after", "\nExample:\n  jetwire keys list --account alice")
    .action(answering(list));
}

async function issue(call: Call) {
  const { account, tier, label = null, expires } = call.options(IssueOptions);
  const servers = call.servers();
  const key = makeApiKey();
  const hint = apiKeyHint(key);
  const added = await withDatabase(servers, async (sql) => {
    const { id: accountId } = await requireAccount(sql, account);
    const expiresAt = expires === undefined ? null : new Date(Date.now() + expires * 1_000);
    const toAdd = { accountId, tier, keyHash: hashApiKey(key), hint, label, expiresAt };
    const made = await issueApiKey(sql, toAdd);
    if (made === null) return await refuseTier(sql, tier);
    return { ...made, accountId };
  });
  await tellUser(servers, added.accountId);
  return {
    value: { id: added.id, key },
    text: `key of ${account} (id ${added.id}), shown this once:\n${key}`,
  };
}

async function reissue(call: Call) {
  const id = readId(call);
  const servers = call.servers();
  const key = makeApiKey();
  const hint = apiKeyHint(key);
  const made = await withDatabase(servers, async (sql) => {
    const reissued = await reissueApiKey(sql, id, { keyHash: hashApiKey(key), hint });
    if (reissued === null) throw new CliError("not_found", `there is no key ${id} that holds`);
    return reissued;
  });
  await tellProcesses(servers, { kind: "key-revoked", keyId: id });
  await tellUser(servers, made.accountId);
  return {
    value: { id: made.id, key, revoked: id },
    text: `key ${id} is revoked; the new key of ${made.username} (id ${made.id}), shown this once:\n${key}`,
  };
}

async function refuseTier(sql: Sql, tier: string): Promise<never> {
  const names = (await listTiers(sql)).map(({ name }) => name).join(", ");
  throw new CliError("not_found", `there is no tier ${tier}: choose one of ${names}`);
}

async function revoke(call: Call) {
  const id = readId(call);
  const servers = call.servers();
  const known = await withDatabase(servers, (sql) => revokeApiKey(sql, id));
  if (!known) throw noKey(id);
  await tellProcesses(servers, { kind: "key-revoked", keyId: id });
  return { value: { id, revoked: true }, text: `key ${id} is revoked` };
}

async function list(call: Call) {
  const { account } = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), async (sql) => {
    const owner = account === undefined ? undefined : await requireAccount(sql, account);
    return await listApiKeys(sql, owner?.id);
  });
  const headings = [
    "ID",
    "KEY",
    "LABEL",
    "ACCOUNT",
    "TIER",
    "ISSUED",
    "LAST USED",
    "EXPIRES",
    "REVOKED",
  ];
  const cells = rows.map((row) => [
    row.id,
    `${row.hint}…`,
    row.label,
    row.username,
    row.tier,
    row.createdAt,
    row.lastUsedAt,
    row.expiresAt,
    row.revokedAt,
  ]);
  return { value: rows, text: table(headings, cells, "no keys") };
}

function readId(call: Call): string {
  const id = call.args[0] ?? "";
  if (z.guid().safeParse(id).success) return id;
  throw noKey(id);
}

function noKey(id: string): CliError {
  return new CliError("not_found", `there is no key ${id}: see \`jetwire keys list\``);
}
