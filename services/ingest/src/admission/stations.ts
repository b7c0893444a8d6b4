import { LRUCache } from "lru-cache";
import type { LimitReason } from "../ledger.ts";

/** An ident as heard, with where it came from. */
export interface OfferedIdent {
  readonly ident: string;
  readonly sourceType: string;
  readonly address: string;
}

/** Where station ids are looked up, nearest first, and made. */
export interface StationSources {
  /** Ids by ident from the copy in Redis; throws when Redis is away. */
  readCopy(idents: readonly string[]): Promise<Map<string, number>>;
  writeCopy(ids: ReadonlyMap<string, number>): Promise<void>;
  /** Ids by ident from Postgres; throws when it is away. */
  find(idents: readonly string[]): Promise<Map<string, number>>;
  /** Makes an unclaimed station, or finds the one another replica has just made. */
  register(offered: OfferedIdent): Promise<number>;
}

/** A station's id, or why it can't be had. */
export type Resolution = number | Extract<LimitReason, "new-stations" | "stations-unavailable">;

export interface Stations {
  /**
   * The ids of a batch's stations. New idents become stations, as far as their address may still
   * make some; a known ident is never refused while either store answers.
   */
  resolve(offered: readonly OfferedIdent[], nowMs: number): Promise<Map<string, Resolution>>;
}

export interface StationLimits {
  /** New idents that one source address may bring in an hour. */
  readonly newPerAddressMax: number;
  /** New idents from anywhere in an hour, in this process. */
  readonly newMax: number;
}

const knownMax = 100_000;
const addressesMax = 50_000;
const windowMs = 3_600_000;

export function createStations(sources: StationSources, limits: StationLimits): Stations {
  // Forgotten after a while, so that a station deleted or merged is looked up again.
  const known = new LRUCache<string, number>({ max: knownMax, ttl: windowMs });
  const newByAddress = new LRUCache<string, number>({ max: addressesMax, ttl: windowMs });
  let newInAll = { count: 0, sinceMs: 0 };

  function mayMakeNew(address: string, nowMs: number): boolean {
    if (nowMs - newInAll.sinceMs > windowMs) newInAll = { count: 0, sinceMs: nowMs };
    const made = newByAddress.get(address) ?? 0;
    if (made >= limits.newPerAddressMax || newInAll.count >= limits.newMax) return false;
    // The window of an address begins with its first new ident and isn't drawn out by the next.
    const ttl = made === 0 ? windowMs : newByAddress.getRemainingTTL(address);
    newByAddress.set(address, made + 1, { ttl });
    newInAll.count++;
    return true;
  }

  /** What either store knows; `complete` when what it lacks is truly unknown. */
  async function lookUp(idents: readonly string[]) {
    const found = await sources.readCopy(idents).catch(() => new Map<string, number>());
    const missing = idents.filter((ident) => !found.has(ident));
    if (missing.length === 0) return { found, complete: true };
    try {
      const fromPostgres = await sources.find(missing);
      await sources.writeCopy(fromPostgres).catch(() => {});
      for (const [ident, id] of fromPostgres) found.set(ident, id);
      return { found, complete: true };
    } catch {
      return { found, complete: false };
    }
  }

  async function makeNew(offered: OfferedIdent, nowMs: number): Promise<Resolution> {
    if (!mayMakeNew(offered.address, nowMs)) return "new-stations";
    try {
      const id = await sources.register(offered);
      await sources.writeCopy(new Map([[offered.ident, id]])).catch(() => {});
      return id;
    } catch {
      return "stations-unavailable";
    }
  }

  return {
    async resolve(batch, nowMs) {
      const resolved = new Map<string, Resolution>();
      const unknown = new Map<string, OfferedIdent>();
      for (const offered of batch) {
        const id = known.get(offered.ident);
        if (id === undefined) unknown.set(offered.ident, offered);
        else resolved.set(offered.ident, id);
      }
      if (unknown.size === 0) return resolved;
      const { found, complete } = await lookUp([...unknown.keys()]);
      for (const [ident, offered] of unknown) {
        const id =
          found.get(ident) ?? (complete ? await makeNew(offered, nowMs) : "stations-unavailable");
        if (typeof id === "number") known.set(ident, id);
        resolved.set(ident, id);
      }
      return resolved;
    },
  };
}
