import { hash } from "node:crypto";
import { airframeIdOf, flightIdOf } from "@jetwire/db";
import { type AirlineCodes, flightKey } from "@jetwire/protocol";
import type { Linkable } from "@jetwire/redis";
import type { HeardMessage } from "../formats/decoded-message.ts";

/** A message that is in the journal and not yet linked. */
export interface Unlinked {
  readonly id: string;
  readonly stationId: number;
  readonly receivedAtMs: number;
  readonly heard: HeardMessage;
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
  const { heard, id, stationId } = message;
  const timeMs = Math.round(heard.heardAtMs ?? message.receivedAtMs);
  const key = heard.flightNumber === null ? null : flightKey(heard.flightNumber, airlines);
  const tail = heard.tail !== null && tailPattern.test(heard.tail) ? heard.tail : "";
  const icao = heard.icao ?? "";
  const identity = icao || tail;
  const content = contentOf(heard);
  const names = identity !== "" || heard.flightNumber !== null;
  const makesAirframe = (heard.error ?? 0) <= errorsToMakeAirframe && identity !== "";
  const day = Math.floor(timeMs / 86_400_000);
  return {
    id,
    repeatKey: digest(`${stationId}|${timeMs}|${heard.frequency}|${content}`),
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
function contentOf(heard: HeardMessage): string {
  const aircraft = heard.tail?.replaceAll("-", "") ?? heard.icao ?? "";
  const header = `${heard.linkDirection}|${heard.mode}|${heard.label}|${heard.blockId}|${heard.messageNumber}|${heard.ack}`;
  if (heard.kind === "acars") {
    return `acars|${aircraft}|${header}|${foldText(heard.text ?? "", heard.label)}`;
  }
  const place = `${heard.latitude}|${heard.longitude}|${heard.altitude}|${heard.destinationAirport}`;
  return `${heard.kind}|${aircraft}|${heard.flightNumber}|${heard.fromHex}|${heard.toHex}|${place}`;
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
