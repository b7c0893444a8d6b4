import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import {
  airframeNamedBy,
  type EnrichedMessage,
  flightNamedBy,
  type Message,
  type MessageAirframe,
  type MessageFlight,
  type MessageStation,
} from "@jetwire/protocol";
import type { StationOwners } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import { Lookup } from "./lookup.ts";

/** Look-ups of the stations, airframes and flights that messages link to. */
export type LinkLookups = ReturnType<typeof createLinkLookups>;

const queryMsMax = 500;
const entriesMax = 20_000;

/** A hidden station disappears within its ttl; a learned airframe appears within its ttl. */
export function createLinkLookups(
  database: Pick<Database, "withQueryDeadline">,
  stationOwners: Pick<StationOwners, "find">,
  log: Logger,
) {
  const onFailure = (error: unknown) =>
    log.debug({ err: error }, "Postgres is unavailable for enrichment, using cached links");
  const shared = { entriesMax, now: Date.now, onFailure };
  return {
    /** Visible stations only. */
    stations: new Lookup<number, MessageStation>({
      ...shared,
      ttlMs: 5_000,
      fetch: (ids) => database.withQueryDeadline((sql) => db.stations.byId(sql, ids), queryMsMax),
      fallback: (ids) => visibleStations(stationOwners, ids),
    }),
    airframes: new Lookup<string, MessageAirframe>({
      ...shared,
      ttlMs: 60_000,
      fetch: (ids) => database.withQueryDeadline((sql) => db.airframes.byId(sql, ids), queryMsMax),
    }),
    flights: new Lookup<string, MessageFlight>({
      ...shared,
      ttlMs: 10_000,
      fetch: (ids) => database.withQueryDeadline((sql) => db.flights.byId(sql, ids), queryMsMax),
    }),
  };
}

async function visibleStations(
  stationOwners: Pick<StationOwners, "find">,
  ids: readonly number[],
): Promise<Map<number, MessageStation>> {
  const unknown = { countryCode: null, latitude: null, longitude: null };
  const owners = await stationOwners.find(ids);
  return new Map(
    owners
      .filter(({ hidden }) => !hidden)
      .map(({ stationId: id, ident, sourceType }) => [id, { id, ident, sourceType, ...unknown }]),
  );
}

/**
 * Adds station, airframe and flight to messages, with one look-up each for the whole batch. An
 * airframe or flight that is not found is derived from the message; a message whose station is not
 * found is left out, because the station might be hidden.
 */
export async function enrich(
  messages: readonly Message[],
  links: LinkLookups,
): Promise<EnrichedMessage[]> {
  const [stations, airframes, flights] = await Promise.all([
    links.stations.find(messages.map((message) => message.stationId)),
    links.airframes.find(present(messages.map((message) => message.airframeId))),
    links.flights.find(present(messages.map((message) => message.flightId))),
  ]);
  return messages.flatMap((message) => {
    const station = stations.get(message.stationId);
    if (station === undefined) return [];
    const airframe = airframes.get(message.airframeId ?? "") ?? airframeNamedBy(message);
    const flight = flights.get(message.flightId ?? "") ?? flightNamedBy(message);
    return [{ ...message, station, airframe, flight }];
  });
}

function present(ids: readonly (string | null)[]): string[] {
  return ids.filter((id) => id !== null);
}
