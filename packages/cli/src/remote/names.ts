import type { RestClient } from "@jetwire/client";
import { CliError } from "../cli-error.ts";

const nameCharsMax = 64;

/** Returns the id of an account of a username or an id. @throws CliError if there is none */
export async function accountId(named: string, client: RestClient): Promise<string> {
  if (named.length >= 1 && named.length <= nameCharsMax) {
    for await (const { id } of client.listOperatorAccounts({ named })) return id;
  }
  throw new CliError("not_found", `account ${named} not found: see \`jetwire accounts list\``);
}
