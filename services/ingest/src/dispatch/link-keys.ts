import { hash } from "node:crypto";
import * as db from "@jetwire/db";
import { type AirlineCodes, flightKey } from "@jetwire/protocol";
import type { Linkable } from "@jetwire/redis";
import { atnContent, type DecodedMessage, ignoredReasons } from "@jetwire/decoders";
import type { JournaledMessage } from "../journal/backlog.ts";
import { receptionMs } from "./message.ts";

/** The most errors with which a message may create an airframe: its tail or address may be wrong. */
const errorsToCreateAirframe = 1;
const bareKinds: ReadonlySet<string> = new Set(ignoredReasons);
const tailPattern = /^[A-Z0-9-]{2,10}$/;

/**
 * Returns what linking compares. There are three keys, from narrow to wide:
 *
 * - repeat: the same object from the same station, by any relay. Relays reorder and drop keys, so it
 *   is made from the decoded message, not from the bytes;
 * - burst: the same content from the same station, on any frequency and with any level;
 * - group: the same content from any station: aircraft, label, block, number, ack, mode, and the text
 *   without white space, sublabel and MFI, which some decoders cut off.
 *   A message that names no aircraft and no flight has none, because the frames of two
 *   stations could not be distinguished.
 *
 * A message that a station key proves is compared only with others of its station that are proven:
 * a forged copy that arrives first must not make the genuine one a repeat.
 *
 * Too little is known of a frame that is kept only because the operator wants it: frames of one burst
 * would look the same. So it is compared as sent, and only as a repeat.
 *
 * Times are the stations' own: even a wrong clock orders what one station receives.
 *
 * @param address the 24-bit address by which the airframe is found. If it is not the decoder's, it is not
 *   compared: it may be known only when the same object comes again.
 */
export function toLinkable(
  message: JournaledMessage,
  airlines: AirlineCodes,
  address: string | null = message.decoded.icao,
): Linkable {
  const {
    decoded,
    entry,
    entry: { id, stationId, authenticated, raw },
  } = message;
  const timeMs = Math.round(decoded.stationTimeMs ?? receptionMs(entry));
  const key = decoded.flightNumber === null ? null : flightKey(decoded.flightNumber, airlines);
  const tail = decoded.tail !== null && tailPattern.test(decoded.tail) ? decoded.tail : "";
  const icao = address ?? "";
  const identity = icao || tail;
  const hasSentIdentity = decoded.icao !== null || tail !== "";
  const isBare = bareKinds.has(decoded.kind);
  const content = isBare ? raw : contentOf(decoded);
  const names = !isBare && (hasSentIdentity || decoded.flightNumber !== null);
  const createsAirframe = (decoded.error ?? 0) <= errorsToCreateAirframe && identity !== "";
  const sender = authenticated === true ? `${stationId}+` : `${stationId}`;
  const day = Math.floor(timeMs / 86_400_000);
  return {
    id,
    repeatKey: digest(`${sender}|${timeMs}|${decoded.frequency}|${content}`),
    burstKey: names ? digest(`${sender}|${content}`) : "",
    groupKey: names ? digest(content) : "",
    timeMs,
    icao,
    tail,
    flightKey: key ?? "",
    freshAirframeId: createsAirframe ? db.stableIds.ofAirframe(identity) : "",
    freshFlightId: key === null ? "" : db.stableIds.ofFlight(identity, key, day),
  };
}

/** Returns what is equal in all receptions of one transmission. */
function contentOf(decoded: DecodedMessage): string {
  const aircraft = decoded.tail?.replaceAll("-", "") ?? decoded.icao ?? "";
  const header = `${decoded.linkDirection}|${decoded.mode}|${decoded.label}|${decoded.blockId}|${decoded.messageNumber}|${decoded.ack}`;
  if (decoded.kind === "acars") {
    const text = decoded.text?.slice(decoded.headChars) ?? "";
    return `acars|${aircraft}|${header}|${foldSpace(text)}`;
  }
  const position = `${decoded.latitude}|${decoded.longitude}|${decoded.altitude}|${decoded.destinationAirport}`;
  return `${decoded.kind}|${aircraft}|${decoded.flightNumber}|${decoded.fromHex}|${decoded.toHex}|${position}|${atnContent(decoded)}`;
}

/** Folds white space for comparison: JAERO changes line ends. */
function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function digest(content: string): string {
  return hash("sha1", content, "base64url").slice(0, 16);
}
