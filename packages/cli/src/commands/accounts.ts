import {
  addAccount,
  endAccount,
  findAccount,
  listAccounts,
  setBanned,
  type Sql,
  usernamePattern,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { table } from "../table.ts";
import { tellProcesses } from "../tell-processes.ts";
import { withDatabase } from "../with-database.ts";
import { addIdentityCommands } from "./identities.ts";

const addExamples = `
An account owns stations and API keys. Its id is the userId of the realtime interface.

Example:
  jetwire accounts add alice`;

const endExamples = `
Its keys and sessions hold no more, within five seconds also on open connections. Its stations go on
feeding; give them to somebody else with \`jetwire stations claim … --move\`. The name stays taken.

Example:
  jetwire accounts end alice`;

const banExamples = `
A banned user has no chat, presence and notifications, within five seconds also on open connections.
Keys and the account's own feed stay.

Example:
  jetwire accounts ban alice`;

export function addAccountCommands(program: Command, answering: Answering): void {
  const accounts = program.command("accounts").description("who owns stations and keys");
  accounts
    .command("add")
    .argument("<username>", "1 to 64 of letters, digits, _ . -")
    .description("add an account")
    .addHelpText("after", addExamples)
    .action(
      answering(async (call) => {
        const username = readUsername(call.args[0]);
        const added = await withDatabase(call.servers(), (sql) => addAccount(sql, username));
        if (added === null)
          throw new CliError("conflict", `there is an account ${username} already`);
        return { value: added, text: `account ${added.username} has id ${added.id}` };
      }),
    );
  accounts
    .command("end")
    .argument("<username>", "an account's name")
    .description("end an account for ever")
    .addHelpText("after", endExamples)
    .action(answering(end));
  accounts
    .command("ban")
    .argument("<username>", "an account's name")
    .description("shut a user out of chat, presence and notifications")
    .addHelpText("after", banExamples)
    .action(answering((call) => ban(call, true)));
  accounts
    .command("unban")
    .argument("<username>", "an account's name")
    .description("let a banned user in again")
    .addHelpText("after", "\nExample:\n  jetwire accounts unban alice")
    .action(answering((call) => ban(call, false)));
  addIdentityCommands(accounts, answering, requireAccount);
  accounts
    .command("list")
    .description("list all accounts")
    .addHelpText("after", "\nExample:\n  jetwire accounts list")
    .action(
      answering(async (call) => {
        const rows = await withDatabase(call.servers(), (sql) => listAccounts(sql));
        const cells = rows.map((row) => [
          row.username,
          row.id,
          row.stations,
          row.keys,
          row.createdAt,
        ]);
        const text = table(["USERNAME", "ID", "STATIONS", "KEYS", "SINCE"], cells, "no accounts");
        return { value: rows, text };
      }),
    );
}

async function end(call: Call) {
  const username = readUsername(call.args[0]);
  const servers = call.servers();
  const ended = await withDatabase(servers, (sql) => endAccount(sql, username));
  if (ended === null) throw noAccount(username);
  await tellProcesses(servers, { kind: "account-ended", accountId: ended.id });
  return { value: { ...ended, ended: true }, text: `account ${ended.username} has ended` };
}

async function ban(call: Call, banned: boolean) {
  const account = await withDatabase(call.servers(), async (sql) => {
    const found = await requireAccount(sql, readUsername(call.args[0]));
    await setBanned(sql, found.id, banned);
    return found;
  });
  const text = `user ${account.username} is ${banned ? "banned" : "no longer banned"}`;
  return { value: { id: account.id, username: account.username, banned }, text };
}

function readUsername(username: string | undefined): string {
  if (username !== undefined && usernamePattern.test(username)) return username;
  throw new CliError("usage", "a username is 1 to 64 of letters, digits, _ . -");
}

/** The account of a name. @throws CliError when there is none. */
export async function requireAccount(
  sql: Sql,
  username: string,
): Promise<{ id: string; username: string }> {
  const account = await findAccount(sql, username);
  if (account !== null) return account;
  throw noAccount(username);
}

function noAccount(username: string): CliError {
  return new CliError(
    "not_found",
    `there is no account ${username}: see \`jetwire accounts list\``,
  );
}
