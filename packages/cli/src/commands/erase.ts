import {
  beginAccountErasure,
  beginStationErasure,
  continueErasure,
  type Erasure,
  findByIdents,
  findErasableAccount,
  readErasure,
  type RunQueries,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { notifyProcesses, withOpenDatabase, withStores } from "../connections.ts";
import { operator } from "../operator.ts";

const Options = z.object({ yes: z.boolean().default(false) });
const batchRows = 5_000;

const accountExamples = `
Erases the account's name, keys, sessions, claims, blocks, notifications, feed and chat messages. Its stations
keep feeding without an owner or position, and their messages stay. Nobody can undo it. A command that was
interrupted is continued by chores. docs/privacy.md says what is erased and what stays.

Example:
  jetwire accounts erase alice --yes`;

const stationExamples = `
Erases the station's ident, position, owner, keys and claims, and the decoders' objects of its messages. The
messages themselves stay, linked to a station without a name. If the station keeps feeding, it is a new one;
\`jetwire block\` prevents that. Nobody can undo it.

Example:
  jetwire stations erase AB-KSFO1 --yes`;

export function addAccountEraseCommand(accounts: Command, answering: Answering): void {
  accounts
    .command("erase")
    .argument("<username>", "username or id of the account")
    .option("--yes", "Erase; without it nothing is done")
    .description("Erase an account and its data permanently")
    .addHelpText("after", accountExamples)
    .action(answering(eraseAccount));
}

export function addStationEraseCommand(stations: Command, answering: Answering): void {
  stations
    .command("erase")
    .argument("<ident>", "ident of the station")
    .option("--yes", "Erase; without it nothing is done")
    .description("Erase a station permanently")
    .addHelpText("after", stationExamples)
    .action(answering(eraseStation));
}

async function eraseAccount(call: Call) {
  const username = call.args[0] ?? "";
  const servers = call.servers();
  const erasure = await withOpenDatabase(servers, async (run) => {
    const account = await run((sql) => findErasableAccount(sql, username));
    if (account === null) {
      throw new CliError(
        "not_found",
        `account ${username} not found: see \`jetwire accounts list\``,
      );
    }
    requireYes(call);
    const begun = await run((sql) => beginAccountErasure(sql, account.id, operator()));
    if (begun === null) throw new CliError("not_found", `account ${username} not found`);
    await notifyProcesses(servers, { kind: "account-changed", accountId: account.id });
    await withStores(servers, ({ erasure: stores }) => stores.account(account.id));
    return await finish(run, begun);
  });
  return answerOf(erasure, `account ${username}`);
}

async function eraseStation(call: Call) {
  const ident = call.args[0] ?? "";
  const servers = call.servers();
  const erasure = await withOpenDatabase(servers, async (run) => {
    const stationId = (await run((sql) => findByIdents(sql, [ident]))).get(ident);
    if (stationId === undefined) {
      throw new CliError("not_found", `station ${ident} not found: see \`jetwire stations list\``);
    }
    requireYes(call);
    const begun = await run((sql) => beginStationErasure(sql, stationId, null, operator()));
    if (begun === null) throw new CliError("not_found", `station ${ident} not found`);
    await withStores(servers, ({ erasure: stores }) => stores.station(stationId));
    return await finish(run, begun.erasure);
  });
  return answerOf(erasure, `station ${ident}`);
}

function requireYes(call: Call): void {
  if (!call.options(Options).yes) {
    throw new CliError("usage", "nobody can undo an erasure: add --yes to erase");
  }
}

/** Erases what is there now; chores erases what is written late. */
async function finish(run: RunQueries, begun: Erasure): Promise<Erasure> {
  while ((await run((sql) => continueErasure(sql, begun, batchRows))) > 0);
  return (await run((sql) => readErasure(sql, begun.id))) ?? begun;
}

function answerOf({ id, kind, objectId, counts }: Erasure, what: string) {
  const erased = Object.entries(counts).filter(([, count]) => count > 0);
  const list = erased.map(([name, count]) => `${name} ${count}`).join(", ");
  return {
    value: { id, kind, objectId, counts },
    text: `${what} is erased${list === "" ? "" : `: ${list}`}`,
  };
}
