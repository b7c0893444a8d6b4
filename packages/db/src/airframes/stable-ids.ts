import { hash } from "node:crypto";

/**
 * Makes the id of a new airframe from its 24-bit address, else from its tail. Every replica, a replay
 * and an import make the same id.
 */
export function ofAirframe(identity: string): string {
  return stableUuid(`airframe|${identity}`);
}

/** Makes the id of a flight from its airframe, its key and the day of its first reception (since 1970, UTC). */
export function ofFlight(identity: string, flightKey: string, day: number): string {
  return stableUuid(`flight|${identity}|${flightKey}|${day}`);
}

/** A UUID (version 8) made from a name. */
function stableUuid(name: string): string {
  const hex = hash("sha256", `jetwire|${name}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
