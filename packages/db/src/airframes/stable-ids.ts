import { hash } from "node:crypto";

/**
 * The id of an airframe nothing was known of before, by its 24-bit address, else by its tail: every
 * replica, a replay and an import make the same.
 */
export function airframeIdOf(identity: string): string {
  return stableUuid(`airframe|${identity}`);
}

/** The id of a flight, by who flies it, its key and the day (since 1970, UTC) it began to be heard. */
export function flightIdOf(identity: string, flightKey: string, day: number): string {
  return stableUuid(`flight|${identity}|${flightKey}|${day}`);
}

/** A UUID (version 8) made from a name. */
function stableUuid(name: string): string {
  const hex = hash("sha256", `jetwire|${name}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
