import {
  addAccount,
  endAccount,
  findAccount,
  listAccounts,
  renameAccount,
  setBanned,
  type Sql,
  usernamePattern,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { tableOf } from "../table.ts";
import { notifyProcesses, withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { addAccountEraseCommand } from "./erase.ts";
import { addIdentityCommands } from "./identities.ts";
import { addPeopleCommands } from "./people.ts";

/** Other users search by three characters at least. */
const nameCharsMin = 3;
const nameHelp = "3 to 64 letters, digits, _ . or -";

const addExamples = `
An account owns stations and API keys. Its id is the userId of the realtime API. Its username is the name that
other users see, and by which they find it in chat; \`jetwire accounts rename\` changes it.

Example:
  jetwire accounts add alice`;

const renameExamples = `
The account's id, stations, keys and conversations stay. Others see the new name within seconds, on the web page
when they load it again. The old name is free: another account may take it.

Example:
  jetwire accounts rename al alice`;

const endExamples = `
The account's keys and sessions stop working within five seconds, also on open connections. Its
stations keep feeding; to give them to another account, use \`jetwire stations claim … --move\`. The
username cannot be used again.

Example:
  jetwire accounts end alice`;

const banExamples = `
A banned user loses chat, presence and notifications within five seconds, also on open connections.
API keys and the account's own feed keep working.

Example:
  jetwire accounts ban alice`;

export function addAccountCommands(program: Command, answering: Answering): void {
  const accounts = program
    .command("accounts")
    .description("Manage accounts, which own stations and API keys");
  accounts
    .command("add")
    .argument("<username>", nameHelp)
    .description("Add an account")
    .addHelpText("after", addExamples)
    .action(
      answering(async (call) => {
        const username = readNewName(call.args[0]);
        const added = await withDatabase(call.servers(), (sql) =>
          addAccount(sql, username, operator()),
        );
        if (added === null) throw new CliError("conflict", `an account ${username} already exists`);
        return { value: added, text: `account ${added.username} has id ${added.id}` };
      }),
    );
  accounts
    .command("rename")
    .argument("<username>", "username of the account")
    .argument("<new-username>", nameHelp)
    .description("Change the username of an account")
    .addHelpText("after", renameExamples)
    .action(answering(rename));
  accounts
    .command("end")
    .argument("<username>", "username of the account")
    .description("End an account permanently")
    .addHelpText("after", endExamples)
    .action(answering(end));
  accounts
    .command("ban")
    .argument("<username>", "username of the account")
    .description("Ban a user from chat, presence and notifications")
    .addHelpText("after", banExamples)
    .action(answering((call) => ban(call, true)));
  accounts
    .command("unban")
    .argument("<username>", "username of the account")
    .description("Lift the ban of a user")
    .addHelpText("after", "\nExample:\n  jetwire accounts unban alice")
    .action(answering((call) => ban(call, false)));
  addAccountEraseCommand(accounts, answering);
  addIdentityCommands(accounts, answering, requireAccount);
  addPeopleCommands(accounts, answering);
  accounts
    .command("list")
    .description("List all accounts")
    .addHelpText("after", "\nExample:\n  jetwire accounts list")
    .action(
      answering(async (call) => {
        const rows = await withDatabase(call.servers(), (sql) => listAccounts(sql));
        const text = tableOf(
          rows,
          {
            USERNAME: (row) => row.username,
            ID: (row) => row.id,
            STATIONS: (row) => row.stations,
            KEYS: (row) => row.keys,
            SINCE: (row) => row.createdAt,
          },
          "no accounts",
        );
        return { value: rows, text };
      }),
    );
}

async function rename(call: Call) {
  const name = readNewName(call.args[1]);
  const servers = call.servers();
  const { account, renamed } = await withDatabase(servers, async (sql) => {
    const found = await requireAccount(sql, readUsername(call.args[0]));
    return { account: found, renamed: await renameAccount(sql, found.id, name, operator()) };
  });
  if (renamed === null) throw noAccount(account.username);
  if (renamed === "taken") throw new CliError("conflict", `an account ${name} already exists`);
  await notifyProcesses(servers, { kind: "account-changed", accountId: renamed.id });
  return { value: renamed, text: `account ${account.username} is ${renamed.username} now` };
}

async function end(call: Call) {
  const username = readUsername(call.args[0]);
  const servers = call.servers();
  const ended = await withDatabase(servers, (sql) => endAccount(sql, username, operator()));
  if (ended === null) throw noAccount(username);
  await notifyProcesses(servers, { kind: "account-changed", accountId: ended.id });
  return { value: { ...ended, ended: true }, text: `account ${ended.username} has ended` };
}

async function ban(call: Call, banned: boolean) {
  const account = await withDatabase(call.servers(), async (sql) => {
    const found = await requireAccount(sql, readUsername(call.args[0]));
    await setBanned(sql, found.id, banned, operator());
    return found;
  });
  const text = `user ${account.username} is ${banned ? "banned" : "no longer banned"}`;
  return { value: { id: account.id, username: account.username, banned }, text };
}

/** Reads the name of a new account, long enough to be found by its beginning. */
function readNewName(username: string | undefined): string {
  if (username !== undefined && username.length >= nameCharsMin) return readUsername(username);
  throw new CliError("usage", `username must have ${nameHelp}`);
}

function readUsername(username: string | undefined): string {
  if (username !== undefined && usernamePattern.test(username)) return username;
  throw new CliError("usage", "username must have 1 to 64 letters, digits, _ . or -");
}

/** Finds an account by its username. @throws CliError if there is none. */
export async function requireAccount(
  sql: Sql,
  username: string,
): Promise<{ id: string; username: string }> {
  const account = await findAccount(sql, username);
  if (account !== null) return account;
  throw noAccount(username);
}

function noAccount(username: string): CliError {
  return new CliError("not_found", `account ${username} not found: see \`jetwire accounts list\``);
}
