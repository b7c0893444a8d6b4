import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import {
  addApiKey,
  addNotification,
  listApiKeys,
  listTiers,
  revokeApiKey,
  type Sql,
} from "@jetwire/db";
import type { Command } from "commander";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { table } from "../table.ts";
import { tellProcesses } from "../tell-processes.ts";
import { withDatabase } from "../with-database.ts";
import { requireAccount } from "./accounts.ts";

const IssueOptions = z.object({ account: z.string(), tier: z.string().default("feeder") });
const ListOptions = z.object({ account: z.string().optional() });

const issueExamples = `
The key is shown this once; only its hash is kept.

Examples:
  jetwire keys issue --account alice
  export KEY=$(npm run -s jetwire -- keys issue --account alice --json | jq -r .key)`;

const revokeExamples = `
Takes effect within five seconds, also on open connections. The id is in \`jetwire keys list\`.

Example:
  jetwire keys revoke 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11`;

export function addKeyCommands(program: Command, answering: Answering): void {
  const keys = program.command("keys").description("API keys of accounts");
  keys
    .command("issue")
    .requiredOption("--account <username>", "whose key it shall be")
    .option("--tier <tier>", "decides the rate limit", "feeder")
    .description("issue an API key")
    .addHelpText("after", issueExamples)
    .action(answering(issue));
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
  const { account, tier } = call.options(IssueOptions);
  const key = makeApiKey();
  const added = await withDatabase(call.servers(), async (sql) => {
    const { id: accountId } = await requireAccount(sql, account);
    const made = await addApiKey(sql, {
      accountId,
      tier,
      keyHash: hashApiKey(key),
      hint: apiKeyHint(key),
    });
    if (made === null) return await refuseTier(sql, tier);
    await addNotification(sql, {
      userId: accountId,
      type: "key.issued",
      title: "API key issued",
      body: `A ${tier} key was issued for your account: ${apiKeyHint(key)}…`,
      data: { keyId: made.id, tier, hint: apiKeyHint(key) },
    });
    return made;
  });
  return {
    value: { id: added.id, key },
    text: `key of ${account} (id ${added.id}), shown this once:\n${key}`,
  };
}

async function refuseTier(sql: Sql, tier: string): Promise<never> {
  const names = (await listTiers(sql)).map(({ name }) => name).join(", ");
  throw new CliError("not_found", `there is no tier ${tier}: choose one of ${names}`);
}

async function revoke(call: Call) {
  const id = call.args[0] ?? "";
  const servers = call.servers();
  const known =
    z.guid().safeParse(id).success && (await withDatabase(servers, (sql) => revokeApiKey(sql, id)));
  if (!known) throw new CliError("not_found", `there is no key ${id}: see \`jetwire keys list\``);
  await tellProcesses(servers, { kind: "key-revoked", keyId: id });
  return { value: { id, revoked: true }, text: `key ${id} is revoked` };
}

async function list(call: Call) {
  const { account } = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), async (sql) => {
    const owner = account === undefined ? undefined : await requireAccount(sql, account);
    return await listApiKeys(sql, owner?.id);
  });
  const headings = ["ID", "KEY", "ACCOUNT", "TIER", "ISSUED", "REVOKED"];
  const cells = rows.map((row) => [
    row.id,
    `${row.hint}…`,
    row.username,
    row.tier,
    row.createdAt,
    row.revokedAt,
  ]);
  return { value: rows, text: table(headings, cells, "no keys") };
}
