import type { DecodedMessage } from "../formats/decoded-message.ts";
import { aircraftIdOf } from "../formats/dumphfdl.ts";
import { unwrapped } from "../formats/envelope.ts";
import { fieldsOf, isFields } from "../formats/fields.ts";

/** A frame by which an aircraft gets or loses its number at an HFDL ground station. */
export interface HfdlLogon {
  /**
   * - `confirm`: the ground station gives the aircraft a number;
   * - `request`: the aircraft logs on, so it has no number any more;
   * - `end`: the ground station logs the aircraft off or refuses it, on this frequency.
   */
  readonly kind: "confirm" | "request" | "end";
  /** 24-bit address of the aircraft. */
  readonly icao: string;
  /** The number; null unless it is a confirm. */
  readonly aircraftId: number | null;
}

/** Types of LPDUs by their number, as in `lpdu.c` of dumphfdl. */
const kindOfType: ReadonlyMap<unknown, HfdlLogon["kind"]> = new Map([
  [0x2f, "end"], // logon denied
  [0x3f, "end"], // logoff request
  [0x4f, "request"], // logon resume
  [0x5f, "confirm"], // logon resume confirm
  [0x8f, "request"], // logon request (normal)
  [0x9f, "confirm"], // logon confirm
  [0xbf, "request"], // logon request (DLS)
]);

/**
 * Reads a logon, a logoff or a refusal; null for any other object. Never throws.
 *
 * @param message what `readObject` has read from the object
 */
export function readHfdlLogon(value: unknown, message: DecodedMessage): HfdlLogon | null {
  if (message.source !== "dumphfdl" || !isFields(value)) return null;
  const lpdu = fieldsOf(fieldsOf(unwrapped(value).hfdl).lpdu);
  const kind = kindOfType.get(fieldsOf(lpdu.type).id);
  if (kind === undefined || lpdu.err === true || message.icao === null) return null;
  if (kind !== "confirm") return { kind, icao: message.icao, aircraftId: null };
  const aircraftId = aircraftIdOf(lpdu.assigned_ac_id);
  return aircraftId === null ? null : { kind, icao: message.icao, aircraftId };
}
