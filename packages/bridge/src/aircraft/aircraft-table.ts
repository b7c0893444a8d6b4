import type { Observation } from "./observation.ts";

/** An aircraft, with the latest of each value. */
interface Aircraft {
  seenMs: number;
  messages: number;
  callsign: string | null;
  tail: string | null;
  position: Observation["position"];
  altitude: number | null;
  onGround: boolean | null;
  track: number | null;
  speed: number | null;
}

/** Datalink reports come minutes apart, over oceans up to half an hour. */
export const lifeMinutes = 60;
const lifeMs = lifeMinutes * 60_000;
const aircraftMax = 5_000;

export type AircraftTable = ReturnType<typeof createAircraftTable>;

/** Creates an empty table of aircraft. One of which nothing came for an hour is removed; 5,000 are kept. */
export function createAircraftTable(max = aircraftMax) {
  /** The one of which nothing came for longest is first. */
  const byHex = new Map<string, Aircraft>();
  let messages = 0;

  function removeOld(nowMs: number): void {
    for (const [hex, { seenMs }] of byHex) {
      if (nowMs - seenMs > lifeMs) byHex.delete(hex);
    }
  }

  return {
    /** Adds an observation. Returns whether its position is newer than the known one. */
    add(observation: Observation, nowMs: number): boolean {
      const { hex, seenMs, position, altitude, onGround, track, speed } = observation;
      if (nowMs - seenMs > lifeMs) return false;
      messages++;
      const known = byHex.get(hex) ?? emptyAircraft();
      byHex.delete(hex);
      byHex.set(hex, known);
      for (const [oldest] of byHex) {
        if (byHex.size <= max) break;
        byHex.delete(oldest);
      }
      known.messages++;
      known.seenMs = Math.max(known.seenMs, seenMs);
      known.callsign = observation.callsign ?? known.callsign;
      known.tail = observation.tail ?? known.tail;
      if (position === null || position.atMs < (known.position?.atMs ?? 0)) return false;
      if (nowMs - position.atMs > lifeMs) return false;
      Object.assign(known, { position, altitude, onGround, track, speed });
      return true;
    },
    get size(): number {
      return byHex.size;
    },
    /** Returns the aircraft as `aircraft.json` of readsb has them. */
    read(nowMs: number) {
      removeOld(nowMs);
      const aircraft = [...byHex].map(([hex, one]) => entryOf(hex, one, nowMs));
      return { now: nowMs / 1_000, messages, aircraft };
    },
  };
}

function emptyAircraft(): Aircraft {
  return {
    seenMs: 0,
    messages: 0,
    callsign: null,
    tail: null,
    position: null,
    altitude: null,
    onGround: null,
    track: null,
    speed: null,
  };
}

function entryOf(hex: string, one: Aircraft, nowMs: number): Readonly<Record<string, unknown>> {
  const { position, altitude, onGround, track, speed, callsign, tail, messages, seenMs } = one;
  const isPositionKnown = position !== null && nowMs - position.atMs <= lifeMs;
  const values = {
    hex: hex.toLowerCase(),
    // The type of readsb that viewers keep for longer than a minute: that of reports by datalink.
    type: isPositionKnown ? "adsc" : "other",
    flight: callsign?.padEnd(8) ?? null,
    r: tail,
    ...(isPositionKnown && {
      alt_baro: onGround === true ? "ground" : altitude && Math.round(altitude),
      gs: speed,
      track,
      lat: position.lat,
      lon: position.lon,
      seen_pos: secondsSince(position.atMs, nowMs),
    }),
    mlat: [],
    tisb: [],
    messages,
    seen: secondsSince(seenMs, nowMs),
    rssi: -49.5,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function secondsSince(ms: number, nowMs: number): number {
  return Math.round(Math.max(0, nowMs - ms) / 100) / 10;
}
