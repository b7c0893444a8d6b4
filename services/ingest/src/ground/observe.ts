import { readHfdlLogon, readSightings } from "@jetwire/decoders";
import type { Received } from "../admission/admit.ts";
import { type ClockLimits, timeOf } from "../dispatch/message.ts";
import type { ParsedObject } from "../framing/split-and-parse.ts";
import type { HfdlLogons } from "./hfdl-logons.ts";
import type { SightingCounter } from "./sighting-counter.ts";

/** Takes note of what received objects, messages or not, say about ground stations and logons. */
export interface GroundObserver {
  observe(object: ParsedObject, received: Received, acceptedAtMs: number): void;
}

export function createGroundObserver(
  sightings: Pick<SightingCounter, "add">,
  logons: Pick<HfdlLogons, "add">,
  clock: ClockLimits,
): GroundObserver {
  return {
    observe(object, { message, ident }, acceptedAtMs) {
      if ("reason" in object) return;
      const found = readSightings(object.value, message);
      const logon = readHfdlLogon(object.value, message);
      if (found.length === 0 && logon === null) return;
      const { timeMs } = timeOf(message.stationTimeMs, acceptedAtMs, clock);
      for (const sighting of found) sightings.add(sighting, ident, timeMs);
      if (logon !== null) logons.add(logon, message, timeMs);
    },
  };
}
