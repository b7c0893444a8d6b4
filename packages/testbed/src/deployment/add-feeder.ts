import { jetwire } from "./jetwire.ts";
import type { OperatedServers } from "./operated-rest.ts";

/** An account with stations and an API key. */
export interface Feeder {
  readonly userId: string;
  readonly apiKey: string;
  /** Has the order of the given idents. */
  readonly stationIds: readonly number[];
}

/** Adds an account with stations and issues its key by the CLI, as an operator does. */
export async function addFeeder(
  jw: OperatedServers,
  username: string,
  ...idents: readonly string[]
): Promise<Feeder> {
  const account = await jetwire(jw, "accounts", "add", username);
  const stationIds: number[] = [];
  for (const ident of idents) {
    const station = await jetwire(jw, "stations", "add", ident, "--account", username);
    stationIds.push((station as { id: number }).id);
  }
  const issued = await jetwire(jw, "keys", "issue", "--account", username);
  return {
    userId: (account as { id: string }).id,
    apiKey: (issued as { key: string }).key,
    stationIds,
  };
}
