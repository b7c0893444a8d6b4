import { linkIdentity, listIdentities, type Sql, unlinkIdentity } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { operator } from "../operator.ts";
import { table } from "../table.ts";
import { withDatabase } from "../connections.ts";

const lengthMax = 255;
const IdentityOptions = z.object({
  issuer: z.string().min(1).max(lengthMax),
  subject: z.string().min(1).max(lengthMax),
});

const linkExamples = `
Tokens of this issuer (one of AUTH_ISSUERS) with this subject open sessions of the account: as
\`auth.token\` in the realtime API, as \`Authorization: Bearer …\` in the REST API.

Example:
  jetwire accounts link alice --issuer https://login.example --subject 24400320`;

const unlinkExamples = `
New connections refuse the tokens at once, REST within five seconds. Open connections last until
their tokens expire; to end them at once, ban the account and lift the ban.

Example:
  jetwire accounts unlink alice --issuer https://login.example --subject 24400320`;

/** Finds an account by its username. @throws CliError if there is none. */
type RequireAccount = (sql: Sql, username: string) => Promise<{ id: string; username: string }>;

/** Adds `link`, `unlink` and `identities` to the commands on accounts. */
export function addIdentityCommands(
  accounts: Command,
  answering: Answering,
  requireAccount: RequireAccount,
): void {
  for (const [name, description, examples, action] of [
    ["link", "Accept tokens of another issuer for an account", linkExamples, link],
    ["unlink", "Stop accepting tokens of another issuer", unlinkExamples, unlink],
  ] as const) {
    accounts
      .command(name)
      .argument("<username>", "username of the account")
      .requiredOption("--issuer <iss>", "Value of `iss` in the tokens, exactly")
      .requiredOption("--subject <sub>", "Value of `sub` in the tokens")
      .description(description)
      .addHelpText("after", examples)
      .action(answering((call) => action(call, requireAccount)));
  }
  accounts
    .command("identities")
    .argument("[username]", "username of the account (default: all accounts)")
    .description("List identities of other issuers")
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
  return { value: rows, text: table(headings, cells, "no identities are linked") };
}

async function link(call: Call, requireAccount: RequireAccount) {
  const { issuer, subject } = call.options(IdentityOptions);
  const { id, username } = await withDatabase(call.servers(), async (sql) => {
    const account = await requireAccount(sql, call.args[0] ?? "");
    if (await linkIdentity(sql, account.id, { issuer, subject }, operator())) return account;
    throw new CliError(
      "conflict",
      `--subject ${subject} of ${issuer} is linked to another account`,
    );
  });
  const value = { id, username, issuer, subject, linked: true };
  return { value, text: `${subject} of ${issuer} is linked to ${username}` };
}

async function unlink(call: Call, requireAccount: RequireAccount) {
  const { issuer, subject } = call.options(IdentityOptions);
  const { id, username } = await withDatabase(call.servers(), async (sql) => {
    const account = await requireAccount(sql, call.args[0] ?? "");
    if (await unlinkIdentity(sql, account.id, { issuer, subject }, operator())) return account;
    throw new CliError(
      "not_found",
      `--subject ${subject} of ${issuer} is not linked to ${account.username}`,
    );
  });
  const value = { id, username, issuer, subject, linked: false };
  return { value, text: `${subject} of ${issuer} is no longer linked to ${username}` };
}
