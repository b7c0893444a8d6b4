import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { Stores } from "@jetwire/redis";
import { createBoundedMap } from "@jetwire/runtime";
import type { LimitReason } from "../ledger.ts";
import type { NewStationBudget } from "./new-station-budget.ts";

/** The ident of a message, and its sender. */
export interface OfferedIdent {
  readonly ident: string;
  readonly sourceType: string;
  readonly address: string;
}

/** A station's id, or why there is none. */
export type StationResult =
  | number
  | Extract<LimitReason, "new-stations" | "look-alike" | "stations-unavailable">;

/** The stations in Postgres. */
export type StationRegistry = ReturnType<typeof createStationRegistry>;

export type Stations = ReturnType<typeof createStations>;

const queryMs = 3_000;
/** Idents of the simulator begin with this, in every format. */
const simulatedPrefix = "SIM-";
const knownMax = 100_000;
const knownMs = 3_600_000;
/** Refused idents that are not looked up again for a minute. */
const refusedMax = 20_000;
const refusedMs = 60_000;

export function createStationRegistry(database: Database) {
  return {
    /** Returns ids by ident. @throws while Postgres is unavailable. */
    find: (idents: readonly string[]): Promise<Map<string, number>> =>
      database.withQueryDeadline((sql) => db.stations.findByIdents(sql, idents), queryMs),
    /**
     * Creates an unclaimed station, or finds the one that another replica has just created. Refuses an ident that looks
     * like that of another station, for which people would take it.
     */
    register({ ident, sourceType }: OfferedIdent): Promise<number | "look-alike"> {
      const simulated = ident.startsWith(simulatedPrefix);
      return database.withQueryDeadline(
        async (sql) =>
          (await db.stations.looksLikeStation(sql, ident))
            ? "look-alike"
            : await db.stations.register(sql, { ident, sourceType, simulated }),
        queryMs,
      );
    },
  };
}

/**
 * @param budget limits new stations
 * @param copy the copy of the registry in Redis, with which ingest needs Postgres only for new stations
 */
export function createStations(
  budget: NewStationBudget,
  copy: Pick<Stores["stationIds"], "find" | "save">,
  registry: StationRegistry,
) {
  // Entries expire, so that a station that was deleted or merged is looked up again.
  const known = createBoundedMap<string, number>({ entriesMax: knownMax, ttlMs: knownMs });

  const refused = createBoundedMap<string, true>({ entriesMax: refusedMax, ttlMs: refusedMs });

  /** Looks into both stores; `complete` if what is missing does not exist. */
  async function find(idents: readonly string[]) {
    const found = await copy.find(idents).catch(() => new Map<string, number>());
    const missing = idents.filter((ident) => !found.has(ident));
    if (missing.length === 0) return { found, complete: true };
    try {
      const fromPostgres = await registry.find(missing);
      await copy.save(fromPostgres).catch(() => {});
      for (const [ident, id] of fromPostgres) found.set(ident, id);
      return { found, complete: true };
    } catch {
      return { found, complete: false };
    }
  }

  async function create(offered: OfferedIdent, nowMs: number): Promise<StationResult> {
    if (!budget.consume(offered.address, nowMs)) return "new-stations";
    try {
      const id = await registry.register(offered);
      if (id === "look-alike") {
        refused.set(offered.ident, true);
        return id;
      }
      await copy.save(new Map([[offered.ident, id]])).catch(() => {});
      return id;
    } catch {
      return "stations-unavailable";
    }
  }

  return {
    /**
     * Returns the ids of a batch's stations. New idents become stations within the limits of their
     * address; a known ident is never refused while Redis or Postgres answers.
     */
    async resolve(
      batch: readonly OfferedIdent[],
      nowMs: number,
    ): Promise<Map<string, StationResult>> {
      const resolved = new Map<string, StationResult>();
      const unknown = new Map<string, OfferedIdent>();
      for (const offered of batch) {
        const id = known.get(offered.ident);
        if (id !== undefined) resolved.set(offered.ident, id);
        else if (refused.has(offered.ident)) resolved.set(offered.ident, "look-alike");
        else unknown.set(offered.ident, offered);
      }
      if (unknown.size === 0) return resolved;
      const { found, complete } = await find([...unknown.keys()]);
      for (const [ident, offered] of unknown) {
        const id =
          found.get(ident) ?? (complete ? await create(offered, nowMs) : "stations-unavailable");
        if (typeof id === "number") known.set(ident, id);
        resolved.set(ident, id);
      }
      return resolved;
    },
  };
}
