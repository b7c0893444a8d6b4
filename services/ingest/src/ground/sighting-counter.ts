import type { Sightings } from "@jetwire/db";
import type { GroundSighting } from "@jetwire/decoders";
import { createBoundedMap } from "@jetwire/runtime";

/** Collects what is known of ground stations until it is written. */
export type SightingCounter = ReturnType<typeof createSightingCounter>;

/** The limits of what is kept until the next write, and per station. */
interface SightingLimits {
  readonly groundStationsMax: number;
  readonly frequenciesMax: number;
  readonly receiversMax: number;
  /** Ground stations that one station may name in a day. None receives as many; forged addresses end here. */
  readonly perStationMax: number;
}

const defaults: SightingLimits = {
  groundStationsMax: 5_000,
  frequenciesMax: 64,
  receiversMax: 1_000,
  perStationMax: 500,
};

/** Stations whose ground stations of the day are remembered. */
const stationsMax = 10_000;
const dayMs = 86_400_000;

interface Collected {
  readonly system: string;
  readonly address: string;
  name: string | null;
  airports: readonly string[];
  position: { readonly latitude: number; readonly longitude: number } | null;
  utcSync: boolean | null;
  firstReceivedMs: number;
  lastReceivedMs: number;
  lastActiveMs: number;
  frames: number;
  readonly frequencies: Map<number, { activeMs: number; announcedMs: number | null }>;
  readonly receivers: Map<string, { lastMs: number; frames: number }>;
}

export function createSightingCounter(limits: Partial<SightingLimits> = {}) {
  const { groundStationsMax, frequenciesMax, receiversMax, perStationMax } = {
    ...defaults,
    ...limits,
  };
  const namedBy = createBoundedMap<string, { day: number; ids: Set<string> }>({
    entriesMax: stationsMax,
  });
  let collected = new Map<string, Collected>();

  function mayName(ident: string, id: string, timeMs: number): boolean {
    const day = Math.floor(timeMs / dayMs);
    let named = namedBy.get(ident);
    if (named === undefined || named.day < day) {
      namedBy.set(ident, (named = { day, ids: new Set() }));
    }
    if (named.ids.has(id)) return true;
    if (named.ids.size >= perStationMax) return false;
    named.ids.add(id);
    return true;
  }

  function entryOf(id: string, { system, address }: GroundSighting): Collected | null {
    const known = collected.get(id);
    if (known !== undefined) return known;
    if (collected.size >= groundStationsMax) return null;
    const entry: Collected = {
      system,
      address,
      name: null,
      airports: [],
      position: null,
      utcSync: null,
      firstReceivedMs: Number.POSITIVE_INFINITY,
      lastReceivedMs: Number.NEGATIVE_INFINITY,
      lastActiveMs: Number.NEGATIVE_INFINITY,
      frames: 0,
      frequencies: new Map(),
      receivers: new Map(),
    };
    collected.set(id, entry);
    return entry;
  }

  return {
    /**
     * Adds what one frame says.
     *
     * @param ident the station that received it
     * @param timeMs when it was received, Unix ms
     */
    add(sighting: GroundSighting, ident: string, timeMs: number): void {
      const id = `${sighting.system}-${sighting.address}`;
      if (!mayName(ident, id, timeMs)) return;
      const entry = entryOf(id, sighting);
      if (entry === null) return;
      if (timeMs >= entry.lastActiveMs) describe(entry, sighting);
      entry.lastActiveMs = Math.max(entry.lastActiveMs, timeMs);
      for (const khz of sighting.frequenciesKhz) {
        const known = entry.frequencies.get(khz);
        if (known === undefined && entry.frequencies.size >= frequenciesMax) continue;
        const activeMs = Math.max(known?.activeMs ?? timeMs, timeMs);
        const announcedMs = known?.announcedMs ?? null;
        entry.frequencies.set(khz, {
          activeMs,
          announcedMs: sighting.isAnnounced ? Math.max(announcedMs ?? timeMs, timeMs) : announcedMs,
        });
      }
      if (!sighting.isReceived) return;
      entry.frames++;
      entry.firstReceivedMs = Math.min(entry.firstReceivedMs, timeMs);
      entry.lastReceivedMs = Math.max(entry.lastReceivedMs, timeMs);
      const receiver = entry.receivers.get(ident);
      if (receiver === undefined && entry.receivers.size >= receiversMax) return;
      const lastMs = Math.max(receiver?.lastMs ?? timeMs, timeMs);
      entry.receivers.set(ident, { lastMs, frames: (receiver?.frames ?? 0) + 1 });
    },
    /** Writes what was added since the last call. If that fails it is lost: ground stations repeat themselves. */
    async flush(write: (sightings: Sightings) => Promise<void>): Promise<void> {
      const taken = collected;
      collected = new Map();
      if (taken.size > 0) await write(toSightings(taken));
    },
  };
}

/** Replaces what the sighting knows better. */
function describe(entry: Collected, sighting: GroundSighting): void {
  const { name, airports, latitude, longitude, utcSync } = sighting;
  entry.name = name ?? entry.name;
  if (airports.length > 0) entry.airports = airports;
  if (latitude !== null && longitude !== null) entry.position = { latitude, longitude };
  entry.utcSync = utcSync ?? entry.utcSync;
}

function toSightings(collected: ReadonlyMap<string, Collected>): Sightings {
  const entries = [...collected];
  return {
    groundStations: entries.map(([id, entry]) => ({
      id,
      system: entry.system,
      address: entry.address,
      name: entry.name,
      airports: entry.airports.length === 0 ? null : entry.airports.join(" "),
      latitude: entry.position?.latitude ?? null,
      longitude: entry.position?.longitude ?? null,
      utcSync: entry.utcSync,
      firstReceivedAt: entry.frames === 0 ? null : isoOf(entry.firstReceivedMs),
      lastReceivedAt: entry.frames === 0 ? null : isoOf(entry.lastReceivedMs),
      lastActiveAt: isoOf(entry.lastActiveMs),
      frames: entry.frames,
    })),
    frequencies: entries.flatMap(([id, { frequencies }]) =>
      [...frequencies].map(([khz, { activeMs, announcedMs }]) => ({
        id,
        khz,
        lastActiveAt: isoOf(activeMs),
        announcedAt: announcedMs === null ? null : isoOf(announcedMs),
      })),
    ),
    receivers: entries.flatMap(([id, { receivers }]) =>
      [...receivers].map(([ident, { lastMs, frames }]) => ({
        id,
        ident,
        lastReceivedAt: isoOf(lastMs),
        frames,
      })),
    ),
  };
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
