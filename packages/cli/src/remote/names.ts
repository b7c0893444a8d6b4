import type { RestClient } from "@jetwire/client";
import { CliError } from "../cli-error.ts";
import type { InputSpec } from "./command-spec.ts";

const nameCharsMax = 64;
const stationIdMax = 2_147_483_647;

/** An account, given by its username or its id. */
export const account: InputSpec = {
  name: "username",
  description: "username of the account",
  read: accountId,
};

/** A station, given by its ident. */
export const station: InputSpec = {
  name: "ident",
  description: "ident of the station",
  read: stationId,
};

/** Returns the id of an account. @throws CliError if there is none of this name or id */
export async function accountId(named: string, client: RestClient): Promise<string> {
  if (named.length >= 1 && named.length <= nameCharsMax) {
    for await (const { id } of client.listOperatorAccounts({ named })) return id;
  }
  throw new CliError("not_found", `account ${named} not found: see \`jetwire accounts list\``);
}

/** Returns the id of a station, as a path has it. @throws CliError if there is none of this ident */
async function stationId(ident: string, client: RestClient): Promise<string> {
  if (ident.length >= 1 && ident.length <= nameCharsMax) {
    for await (const { id } of client.listOperatorStations({ ident })) return String(id);
  }
  throw new CliError("not_found", `station ${ident} not found: see \`jetwire stations list\``);
}

/** Returns the id of an account of which a name or the id of a station is given. @throws CliError if there is none */
export async function accountOrOwnerId(named: string, client: RestClient): Promise<string> {
  const number = Number(named);
  if (!/^\d+$/.test(named) || number >= stationIdMax) return await accountId(named, client);
  for await (const { id, owner } of client.listOperatorStations(
    { before: number + 1 },
    { itemsMax: 1 },
  )) {
    if (id === number && owner !== null) return owner.id;
  }
  throw new CliError(
    "not_found",
    `station ${named} with an account not found: see \`jetwire stations list\``,
  );
}
