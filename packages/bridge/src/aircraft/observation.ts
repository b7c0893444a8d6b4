import type { Message } from "@jetwire/protocol";
import { flightKey } from "@jetwire/protocol";
import { positionTimeMs, statedPositionTime } from "@jetwire/protocol/plain";
import type { Received } from "../received.ts";

/** The facts that a message has about an aircraft, in the units of readsb: degrees, feet, knots. */
export interface Observation {
  /** The 24-bit address: six upper-case hexadecimal digits. */
  readonly hex: string;
  readonly seenMs: number;
  readonly callsign: string | null;
  readonly tail: string | null;
  readonly position: { readonly lat: number; readonly lon: number; readonly atMs: number } | null;
  readonly altitude: number | null;
  readonly onGround: boolean | null;
  readonly track: number | null;
  readonly speed: number | null;
}

const callsignForm = /^[A-Z0-9]{2,8}$/;
const airlines: ReadonlyMap<string, string> = new Map();
const altitudeMax = 100_000;
const speedMax = 1_500;
const clockSkewMsMax = 120_000;

/** Returns whether a message says something about the aircraft that sent it. An uplink says nothing of where one is. */
export function isOfAircraft({ message }: Received): boolean {
  return message.linkDirection !== "uplink";
}

/** Returns the address in a message; null if it has none. */
export function addressIn({ message }: Received): string | null {
  const { linkDirection, fromHex } = message;
  if (linkDirection === "downlink" && fromHex !== null && isAddress(fromHex)) return fromHex;
  const icao = "airframe" in message ? (message.airframe?.icao ?? null) : null;
  return icao !== null && isAddress(icao) ? icao : null;
}

/** Whether it is the address of one aircraft. Ones only address all. */
export function isAddress(hex: string): boolean {
  return /^[0-9A-F]{6}$/.test(hex) && hex !== "000000" && hex !== "FFFFFF";
}

/** Reads what a message says about the aircraft with an address. Values that no aircraft can have are left out. */
export function observationOf({ message }: Received, hex: string, nowMs: number): Observation {
  const { timestamp, latitude: lat, longitude: lon, decoded, tail, onGround } = message;
  const seenMs = Math.min(Date.parse(timestamp), nowMs);
  const stated = statedPositionTime(decoded);
  const atMs = Math.min(positionTimeMs({ timestamp, stated }), nowMs);
  const isPosition = lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return {
    hex,
    seenMs: seenMs > nowMs - clockSkewMsMax || seenMs > 0 ? seenMs : nowMs,
    callsign: callsignOf(message),
    tail,
    position: isPosition && (lat !== 0 || lon !== 0) ? { lat, lon, atMs } : null,
    altitude: within(message.altitude, -2_000, altitudeMax),
    onGround,
    track: within(numberOf(decoded, "Track"), 0, 360),
    speed: within(numberOf(decoded, "Ground speed"), 0, speedMax),
  };
}

/** Returns the call sign, with the ICAO code of the airline where the stream has it. */
function callsignOf(message: Received["message"]): string | null {
  const icao = "flight" in message ? message.flight?.flightIcao : null;
  const { flightNumber } = message;
  const text = icao ?? (flightNumber === null ? null : flightKey(flightNumber, airlines));
  return text !== null && callsignForm.test(text) ? text : null;
}

function numberOf(decoded: Message["decoded"], label: string): number | null {
  const value = decoded?.items.find((item) => item.label === label)?.value;
  return typeof value === "number" ? value : null;
}

function within(value: number | null, min: number, max: number): number | null {
  return value !== null && value >= min && value <= max ? value : null;
}
