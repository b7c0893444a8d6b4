import { readHfdlLogon, readSightings } from "@jetwire/decoders";
import type { Received } from "../admission/admit.ts";
import { type ClockLimits, timeOf } from "../dispatch/message.ts";
import type { ParsedObject } from "@jetwire/transport";
import type { HfdlLogons } from "./hfdl-logons.ts";
import type { ChannelCounter } from "./channel-counter.ts";
import type { SightingCounter } from "./sighting-counter.ts";

/** Takes note of what received objects, messages or not, say about ground stations and logons. */
export type GroundObserver = ReturnType<typeof createGroundObserver>;

export function createGroundObserver(
  {
    sightings,
    channels,
  }: {
    readonly sightings: Pick<SightingCounter, "add">;
    readonly channels: Pick<ChannelCounter, "add">;
  },
  logons: Pick<HfdlLogons, "add">,
  clock: ClockLimits,
) {
  return {
    observe(object: ParsedObject, { message, ident }: Received, receivedAtMs: number): void {
      if ("reason" in object) return;
      if (message.sourceType === "hfdl") {
        const { timeMs } = timeOf(message.stationTimeMs, receivedAtMs, clock);
        channels.add(message, ident, { timeMs, nowMs: receivedAtMs });
      }
      const found = readSightings(object.value, message);
      const logon = readHfdlLogon(object.value, message);
      if (found.length === 0 && logon === null) return;
      const { timeMs } = timeOf(message.stationTimeMs, receivedAtMs, clock);
      for (const sighting of found) sightings.add(sighting, ident, timeMs);
      if (logon !== null) logons.add(logon, message, timeMs);
    },
  };
}
