import type { DecodedMessage } from "../formats/decoded-message.ts";
import { unwrapped } from "../formats/envelope.ts";
import { isFields } from "../formats/fields.ts";
import { type GroundSighting, type GroundSystem, inBand, sighting } from "./ground-sighting.ts";
import { groundSystemOf } from "./ground-station-of.ts";
import { readHfdlSightings } from "./hfdl-sightings.ts";
import { readVdlSightings } from "./vdl-sightings.ts";

/**
 * Reads what an object says about ground stations, whether or not it is a message. Never throws.
 *
 * @param message what `readObject` has read from the object
 */
export function readSightings(value: unknown, message: DecodedMessage): GroundSighting[] {
  const system = groundSystemOf(message.sourceType);
  if (system === undefined || !isFields(value)) return [];
  const object = unwrapped(value);
  const sightings = readSide(system, message);
  if (isFields(object.hfdl)) sightings.push(...readHfdlSightings(object.hfdl));
  if (isFields(object.vdl2)) sightings.push(...readVdlSightings(object.vdl2));
  return sightings;
}

/** The sender of an uplink, or the addressee of a downlink: an aircraft calls it where it is active. */
function readSide(system: GroundSystem, message: DecodedMessage): GroundSighting[] {
  const { groundStation, linkDirection, frequency } = message;
  if (groundStation === null) return [];
  const frequenciesKhz = inBand(system, [frequency === null ? null : frequency * 1_000]);
  const isReceived = linkDirection === "uplink";
  return [sighting(system, groundStation, { isReceived, frequenciesKhz })];
}
