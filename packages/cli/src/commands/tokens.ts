import {
  findSigningKey,
  importVerifyKeys,
  issueToken,
  makeSigningKey,
  tokenTtlSeconds,
  verifyToken,
} from "@jetwire/auth";
import {
  addFirstSigningKey,
  listSigningKeys,
  listVerifyKeys,
  revokeToken,
  rotateSigningKey,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
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

const RotateOptions = z.object({ now: z.boolean().default(false) });

/** Longer than anybody keeps the JWK set. */
const leadSeconds = 600;

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

const rotateExamples = `
The new key is shown to all verifiers for ten minutes before it signs. Those before it verify until the
last token that they may have signed has run out. With --now, for a key that may be compromised, their
tokens let nobody in any more within a minute; connections that stand end with their tokens.

Examples:
  jetwire tokens rotate
  jetwire tokens rotate --now`;

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
  tokens
    .command("rotate")
    .option("--now", "sign with the new key at once, and believe the others no more")
    .description("replace the key that signs session tokens")
    .addHelpText("after", rotateExamples)
    .action(answering(rotate));
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
    key: await findSigningKey({
      list: () => listSigningKeys(sql),
      addFirst: (made) => addFirstSigningKey(sql, made),
    }),
  }));
  const { id: userId, username } = user;
  const token = await issueToken({ userId, username, ttlSeconds: ttl, key, now: Date.now() });
  return { value: { token, userId }, text: token };
}

async function rotate(call: Call) {
  const { now } = call.options(RotateOptions);
  const key = await makeSigningKey();
  const times = now ? { lead: 0, overlap: 0 } : { lead: leadSeconds, overlap: ttlMax };
  const { signsFrom, othersUntil } = await withDatabase(call.servers(), (sql) =>
    rotateSigningKey(sql, key, times),
  );
  const from = signsFrom.toISOString();
  return {
    value: { kid: key.kid, signsFrom, othersUntil },
    text: `key ${key.kid} signs from ${from} on; those before it verify until ${othersUntil.toISOString()}`,
  };
}
