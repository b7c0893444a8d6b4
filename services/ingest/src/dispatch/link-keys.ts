import { hash } from "node:crypto";
import { airframeIdOf, flightIdOf } from "@jetwire/db";
import { type AirlineCodes, flightKey } from "@jetwire/protocol";
import type { Linkable } from "@jetwire/redis";
import type { DecodedMessage } from "../formats/decoded-message.ts";

/** A message that is in the journal and not yet linked. */
export interface Unlinked {
  readonly id: string;
  readonly stationId: number;
  readonly acceptedAtMs: number;
  readonly decoded: DecodedMessage;
}

/** Above this many errors a tail or address may be misread: it finds an airframe but makes none. */
const errorsToMakeAirframe = 1;
const tailPattern = /^[A-Z0-9-]{2,10}$/;

/**
 * What linking compares. Three keys, from narrow to wide:
 *
 * - repeat: the same object of the same station, whichever relay it came by (a relay re-orders and
 *   drops keys, so it is made from what was understood, not from the bytes);
 * - burst: the same content at the same station, whatever frequency and level;
 * - group: the same content at any station: aircraft, label, block, number, ack, mode, folded text.
 *   A message that names no aircraft and no flight has none: two stations' frames can't be told apart.
 *
 * Times are the stations' own, for a wrong clock still orders what one station hears.
 */
export function toLinkable(message: Unlinked, airlines: AirlineCodes): Linkable {
  const { decoded, id, stationId } = message;
  const timeMs = Math.round(decoded.stationTimeMs ?? message.acceptedAtMs);
  const key = decoded.flightNumber === null ? null : flightKey(decoded.flightNumber, airlines);
  const tail = decoded.tail !== null && tailPattern.test(decoded.tail) ? decoded.tail : "";
  const icao = decoded.icao ?? "";
  const identity = icao || tail;
  const content = contentOf(decoded);
  const names = identity !== "" || decoded.flightNumber !== null;
  const makesAirframe = (decoded.error ?? 0) <= errorsToMakeAirframe && identity !== "";
  const day = Math.floor(timeMs / 86_400_000);
  return {
    id,
    repeatKey: digest(`${stationId}|${timeMs}|${decoded.frequency}|${content}`),
    burstKey: names ? digest(`${stationId}|${content}`) : "",
    groupKey: names ? digest(content) : "",
    timeMs,
    icao,
    tail,
    flightKey: key ?? "",
    freshAirframeId: makesAirframe ? airframeIdOf(identity) : "",
    freshFlightId: key === null ? "" : flightIdOf(identity, key, day),
  };
}

/** What stations that heard the same transmission agree on. */
function contentOf(decoded: DecodedMessage): string {
  const aircraft = decoded.tail?.replaceAll("-", "") ?? decoded.icao ?? "";
  const header = `${decoded.linkDirection}|${decoded.mode}|${decoded.label}|${decoded.blockId}|${decoded.messageNumber}|${decoded.ack}`;
  if (decoded.kind === "acars") {
    return `acars|${aircraft}|${header}|${foldText(decoded.text ?? "", decoded.label)}`;
  }
  const place = `${decoded.latitude}|${decoded.longitude}|${decoded.altitude}|${decoded.destinationAirport}`;
  return `${decoded.kind}|${aircraft}|${decoded.flightNumber}|${decoded.fromHex}|${decoded.toHex}|${place}`;
}

/**
 * Text for comparison only: white space folded (JAERO changes line ends) and H1's sublabel prefix
 * taken off (some decoders strip it, some don't).
 */
function foldText(text: string, label: string | null): string {
  const body = label === "H1" ? text.replace(/^(?:#[A-Z0-9]{2}B|- #[A-Z0-9]{2})/, "") : text;
  return body.replace(/\s+/g, " ").trim();
}

function digest(content: string): string {
  return hash("sha1", content, "base64url").slice(0, 16);
}
