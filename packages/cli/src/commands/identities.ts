import { linkIdentity, listIdentities, type Sql, unlinkIdentity } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { table } from "../table.ts";
import { withDatabase } from "../with-database.ts";

const lengthMax = 255;
const IdentityOptions = z.object({
  issuer: z.string().min(1).max(lengthMax),
  subject: z.string().min(1).max(lengthMax),
});

const linkExamples = `
Tokens of that issuer (one of AUTH_ISSUERS) with that subject are sessions of the account: on the
realtime interface as \`auth.token\`, on REST as \`Authorization: Bearer …\`.

Example:
  jetwire accounts link alice --issuer https://login.example --subject 24400320`;

const unlinkExamples = `
Its tokens open nothing from now on, REST refuses them within five seconds. Connections that stand go
on until their tokens run out; to end them at once, ban the account for a moment.

Example:
  jetwire accounts unlink alice --issuer https://login.example --subject 24400320`;

/** The account of a name. @throws CliError (its result) when there is none. */
type RequireAccount = (sql: Sql, username: string) => Promise<{ id: string; username: string }>;

/** Adds `link`, `unlink` and `identities` to the commands on accounts. */
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
  accounts
    .command("identities")
    .argument("[username]", "an account's name; all accounts' without")
    .description("list who is linked at other issuers")
    .addHelpText("after", "\nExample:\n  jetwire accounts identities alice")
    .action(answering((call) => list(call, requireAccount)));
}

async function list(call: Call, requireAccount: RequireAccount) {
  const [username] = call.args;
  const rows = await withDatabase(call.servers(), async (sql) => {
    const account = username === undefined ? undefined : await requireAccount(sql, username);
    return await listIdentities(sql, account?.id);
  });
  const cells = rows.map((row) => [row.username, row.issuer, row.subject, row.linkedAt]);
  const headings = ["USERNAME", "ISSUER", "SUBJECT", "SINCE"];
  return { value: rows, text: table(headings, cells, "nobody is linked") };
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
