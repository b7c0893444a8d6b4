import {
  importVerifyKeys,
  issueToken,
  makeSigningKey,
  type SigningKey,
  tokenTtlSeconds,
  verifyToken,
} from "@jetwire/auth";
import {
  addFirstSigningKey,
  listSigningKeys,
  listVerifyKeys,
  revokeToken,
  type Sql,
} from "@jetwire/db";
import type { Command } from "commander";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase } from "../with-database.ts";
import { requireAccount } from "./accounts.ts";

const { default: ttlDefault, max: ttlMax } = tokenTtlSeconds;
const IssueOptions = z.object({
  account: z.string(),
  ttl: z.coerce
    .number("a number of seconds")
    .int("whole seconds")
    .min(1)
    .max(ttlMax)
    .default(ttlDefault),
});

const examples = `
A session token opens chat, notifications and presence on the realtime interface (handshake field
\`token\`). The key that signs it is made when the first token is issued.

Example:
  jetwire tokens issue --account alice --ttl 3600`;

const revokeExamples = `
The token opens nothing from now on, and within five seconds the sessions that it has opened end. All
sessions of a user end with \`jetwire accounts ban\`.

Example:
  jetwire tokens revoke eyJhbGciOiJFZERTQSIs…`;

export function addTokenCommands(program: Command, answering: Answering): void {
  const tokens = program.command("tokens").description("session tokens");
  tokens
    .command("issue")
    .requiredOption("--account <username>", "whose session it is")
    .option("--ttl <seconds>", `how long it lasts, ${ttlMax} at most`, String(ttlDefault))
    .description("issue a session token (JWT)")
    .addHelpText("after", examples)
    .action(answering(issue));
  tokens
    .command("revoke")
    .argument("<token>", "the whole token")
    .description("revoke a session token for ever")
    .addHelpText("after", revokeExamples)
    .action(answering(revoke));
}

async function revoke(call: Call) {
  const { tokenId, userId } = await withDatabase(call.servers(), async (sql) => {
    const keys = await importVerifyKeys(await listVerifyKeys(sql));
    const check = await verifyToken(call.args[0], keys, Date.now());
    if (!check.valid) throw new CliError("not_found", "this is no session token that is valid now");
    await revokeToken(sql, check.tokenId, new Date(check.expiresAtMs));
    return check;
  });
  return { value: { tokenId, userId, revoked: true }, text: `token ${tokenId} is revoked` };
}

async function issue(call: Call) {
  const { account, ttl } = call.options(IssueOptions);
  const { user, key } = await withDatabase(call.servers(), async (sql) => ({
    user: await requireAccount(sql, account),
    key: await signingKey(sql),
  }));
  const { id: userId, username } = user;
  const token = await issueToken({ userId, username, ttlSeconds: ttl, key, now: Date.now() });
  return { value: { token, userId }, text: token };
}

async function signingKey(sql: Sql): Promise<SigningKey> {
  const [known] = await listSigningKeys(sql);
  if (known) return known;
  await addFirstSigningKey(sql, await makeSigningKey());
  const [made] = await listSigningKeys(sql);
  if (!made) throw new Error("the signing key that was just made isn't there");
  return made;
}
