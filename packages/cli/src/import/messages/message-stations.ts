import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import type { OfferedMessage } from "./offered-message.ts";

/** A station's number, or why a message has none. */
type StationResult = { readonly id: number } | { readonly refused: string };

export type MessageStations = ReturnType<typeof createMessageStations>;

/** Names of stations that are remembered; more are looked up again. */
const knownMax = 10_000;

/**
 * Finds the stations of messages by their idents, and adds those that are missing. An operator vouches for what is imported, so
 * they are not provisional.
 *
 * @param options `ident` names the station of messages that name none, and `isOwn` says that the numbers of an export are those of this service
 */
export function createMessageStations(
  run: RunQueries,
  options: { readonly ident: string | null; readonly isOwn: boolean; readonly isDryRun: boolean },
) {
  const known = new Map<string, StationResult>();

  async function find(ident: string, sourceType: string): Promise<StationResult> {
    return await run(async (sql): Promise<StationResult> => {
      const id = (await db.stations.findByIdents(sql, [ident])).get(ident);
      if (id !== undefined) return { id };
      if (await db.stations.looksLikeStation(sql, ident)) {
        return { refused: `its station ${ident} looks like another station` };
      }
      if (options.isDryRun) return { id: 0 };
      const simulated = ident.startsWith("SIM-");
      return {
        id: await db.stations.register(sql, { ident, sourceType, simulated, provisional: false }),
      };
    });
  }

  async function findNumber(stationId: number): Promise<StationResult> {
    const idents = await run((sql) => db.stations.identsById(sql, [stationId]));
    return idents.has(stationId)
      ? { id: stationId }
      : { refused: `has no station: ${stationId} is none of this service` };
  }

  async function resolve({ ident, stationId, members }: OfferedMessage): Promise<StationResult> {
    const name = ident ?? options.ident;
    if (name !== null) return await find(name, members.sourceType);
    if (stationId === null) return { refused: "names no station: use --station" };
    if (options.isOwn) return await findNumber(stationId);
    return {
      refused:
        "names its station by a number only: use --station, or --same-stations if the export is from this service",
    };
  }

  return {
    async of(message: OfferedMessage): Promise<StationResult> {
      const key = `${message.ident ?? options.ident ?? ""}|${message.stationId}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const found = await resolve(message);
      if (known.size >= knownMax) known.clear();
      known.set(key, found);
      return found;
    },
  };
}
