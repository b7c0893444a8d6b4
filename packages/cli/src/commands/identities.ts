import { linkIdentity, type Sql, unlinkIdentity } from "@jetwire/db";
import type { Command } from "commander";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase } from "../with-database.ts";

const lengthMax = 255;
const IdentityOptions = z.object({
  issuer: z.string().min(1).max(lengthMax),
  subject: z.string().min(1).max(lengthMax),
});

const linkExamples = `
Tokens of that issuer (one of AUTH_ISSUERS) with that subject open the account's sessions.

Example:
  jetwire accounts link alice --issuer https://login.example --subject 24400320`;

const unlinkExamples = `
Its tokens open nothing from now on. Sessions that stand go on until their tokens run out; to end them
at once, ban the account for a moment.

Example:
  jetwire accounts unlink alice --issuer https://login.example --subject 24400320`;

/** The account of a name. @throws CliError (its result) when there is none. */
type RequireAccount = (sql: Sql, username: string) => Promise<{ id: string; username: string }>;

/** Adds `link` and `unlink` to the commands on accounts. */
export function addIdentityCommands(
  accounts: Command,
  answering: Answering,
  requireAccount: RequireAccount,
): void {
  for (const [name, description, examples, action] of [
    ["link", "let somebody's tokens of another issuer open sessions", linkExamples, link],
    ["unlink", "take that back", unlinkExamples, unlink],
  ] as const) {
    accounts
      .command(name)
      .argument("<username>", "an account's name")
      .requiredOption("--issuer <iss>", "the tokens' `iss`, letter for letter")
      .requiredOption("--subject <sub>", "their `sub`")
      .description(description)
      .addHelpText("after", examples)
      .action(answering((call) => action(call, requireAccount)));
  }
}

async function link(call: Call, requireAccount: RequireAccount) {
  const { issuer, subject } = call.options(IdentityOptions);
  const { id, username } = await withDatabase(call.servers(), async (sql) => {
    const account = await requireAccount(sql, call.args[0] ?? "");
    if (await linkIdentity(sql, account.id, { issuer, subject })) return account;
    throw new CliError("conflict", `${subject} of ${issuer} is linked to another account`);
  });
  const value = { id, username, issuer, subject, linked: true };
  return { value, text: `${subject} of ${issuer} is ${username}` };
}

async function unlink(call: Call, requireAccount: RequireAccount) {
  const { issuer, subject } = call.options(IdentityOptions);
  const { id, username } = await withDatabase(call.servers(), async (sql) => {
    const account = await requireAccount(sql, call.args[0] ?? "");
    if (await unlinkIdentity(sql, account.id, { issuer, subject })) return account;
    throw new CliError("not_found", `${subject} of ${issuer} isn't linked to ${account.username}`);
  });
  const value = { id, username, issuer, subject, linked: false };
  return { value, text: `${subject} of ${issuer} is no longer ${username}` };
}
