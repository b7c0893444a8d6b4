import {
  findSigningKey,
  importVerifyKeys,
  issueToken,
  makeSigningKey,
  sealStoredKeys,
  type SigningKey,
  tokenTtlSeconds,
  verifyToken,
} from "@jetwire/auth";
import {
  addFirstSigningKey,
  listAllSigningKeys,
  listSigningKeys,
  listVerifyKeys,
  replacePrivateKey,
  revokeToken,
  rotateSigningKey,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { requireAccount } from "./accounts.ts";

const { default: ttlDefault, max: ttlMax } = tokenTtlSeconds;
const IssueOptions = z.object({
  account: z.string(),
  ttl: z.coerce
    .number("must be a number of seconds")
    .int("must be whole seconds")
    .min(1)
    .max(ttlMax)
    .default(ttlDefault),
});

const RotateOptions = z.object({ now: z.boolean().default(false) });

/** Longer than verifiers cache the JWK set. */
const leadSeconds = 600;

const examples = `
A session token gives access to chat, notifications and presence in the realtime API (handshake field
\`token\`). The signing key is created with the first token.

Example:
  jetwire tokens issue --account alice --ttl 3600`;

const revokeExamples = `
The token and the sessions that it opened end within five seconds. To end all sessions of a user, use
\`jetwire accounts ban\`.

Example:
  jetwire tokens revoke eyJhbGciOiJFZERTQSIs…`;

const rotateExamples = `
The new key is published for ten minutes before it signs. Older keys verify until the last token that they
signed has expired. With --now, for a key that may be compromised, tokens of older keys are refused within a
minute; open connections end when their tokens expire.

Examples:
  jetwire tokens rotate
  jetwire tokens rotate --now`;

export function addTokenCommands(program: Command, answering: Answering): void {
  const tokens = program.command("tokens").description("Manage session tokens");
  tokens
    .command("issue")
    .requiredOption("--account <username>", "Account of the session")
    .option("--ttl <seconds>", `Lifetime in seconds, at most ${ttlMax}`, String(ttlDefault))
    .description("Issue a session token (JWT)")
    .addHelpText("after", examples)
    .action(answering(issue));
  tokens
    .command("revoke")
    .argument("<token>", "the token")
    .description("Revoke a session token permanently")
    .addHelpText("after", revokeExamples)
    .action(answering(revoke));
  tokens
    .command("rotate")
    .option("--now", "Sign with the new key at once, and stop accepting older keys")
    .description("Replace the signing key of session tokens")
    .addHelpText("after", rotateExamples)
    .action(answering(rotate));
}

async function revoke(call: Call) {
  const { tokenId, userId } = await withDatabase(call.servers(), async (sql) => {
    const keys = await importVerifyKeys(await listVerifyKeys(sql));
    const check = await verifyToken(call.args[0], keys, Date.now());
    if (!check.valid) throw new CliError("not_found", "the token is not valid");
    await revokeToken(
      sql,
      { ...check, expiresAt: new Date(check.expiresAtMs).toISOString() },
      operator(),
    );
    return check;
  });
  return { value: { tokenId, userId, revoked: true }, text: `token ${tokenId} is revoked` };
}

async function issue(call: Call) {
  const { account, ttl } = call.options(IssueOptions);
  const seal = call.keySeal();
  const { user, key } = await withDatabase(call.servers(), async (sql) => ({
    user: await requireAccount(sql, account),
    key: await findSigningKey(
      { list: () => listSigningKeys(sql), addFirst: (made) => addFirstSigningKey(sql, made) },
      seal,
    ),
  }));
  const { id: userId, username } = user;
  const token = await issueToken({ userId, username, ttlSeconds: ttl, key, now: Date.now() });
  return { value: { token, userId }, text: token };
}

async function rotate(call: Call) {
  const { now } = call.options(RotateOptions);
  const seal = call.keySeal();
  const key = seal.seal(await makeSigningKey());
  const times = now ? { lead: 0, overlap: 0 } : { lead: leadSeconds, overlap: ttlMax };
  const { signsFrom, othersUntil } = await withDatabase(call.servers(), async (sql) => {
    const stored = {
      listAll: () => listAllSigningKeys(sql),
      replacePrivate: (after: SigningKey, before: SigningKey) =>
        replacePrivateKey(sql, after, before),
    };
    await sealStoredKeys(stored, seal);
    return await rotateSigningKey(sql, key, times, operator());
  });
  return {
    value: { kid: key.kid, signsFrom, othersUntil },
    text: `key ${key.kid} signs from ${signsFrom}; older keys verify until ${othersUntil}`,
  };
}
