import type { MessageRule } from "@jetwire/db";
import {
  type AirlineCodes,
  airlineOf,
  airlineSpellings,
  type AlertFilter,
  flightKey,
  type Message,
  selectedApplications,
} from "@jetwire/protocol";

/** A message with what it is linked to, as rules compare it. */
export interface Candidate {
  readonly message: Message;
  readonly flightKey: string | null;
  /** The code of the airline that the key begins with. */
  readonly airline: string | null;
  /** ICAO type designator of the airframe; null if it is unknown. */
  readonly aircraftType: string | null;
  /** The tail without hyphens. */
  readonly tail: string | null;
  /** The text and the description of the content, in lower case. */
  readonly text: string;
  readonly words: string;
}

type Box = readonly [west: number, south: number, east: number, north: number];

/** A rule in the form in which messages are compared with it; null stands for any value. */
export interface CompiledRule {
  readonly id: string;
  readonly accountId: string;
  /** Unix ms until which it is muted. */
  readonly mutedUntilMs: number;
  readonly tail: string | null;
  /** The key of the flight; empty if the identifier names none. */
  readonly flightKey: string | null;
  readonly airlines: readonly string[] | null;
  readonly aircraftType: string | null;
  readonly labels: readonly string[] | null;
  readonly sourceTypes: readonly string[] | null;
  /** Applications, or `any`. */
  readonly decoded: readonly string[] | null;
  readonly bbox: Box | null;
  /** A part of the text, and a part of the text or the words, in lower case. */
  readonly text: string | null;
  readonly q: string | null;
  /** The number of the look-up that saw it last: it is a candidate once. */
  seen: number;
}

/** Compiles a rule. @param codes airline codes, by which `UA123` and `UAL123` are one flight */
export function compileRule(
  { id, accountId, filter, mutedUntil }: MessageRule,
  codes: AirlineCodes,
): CompiledRule {
  const {
    tail,
    flight,
    airline,
    aircraftType,
    label,
    sourceType,
    decoded,
    bbox,
    text,
    q,
  }: AlertFilter = filter;
  return {
    id,
    accountId,
    mutedUntilMs: mutedUntil?.getTime() ?? 0,
    tail: tail ?? null,
    flightKey: flight === undefined ? null : (flightKey(flight, codes) ?? ""),
    airlines: airline === undefined ? null : airlineSpellings(airline, codes),
    aircraftType: aircraftType ?? null,
    labels: label ?? null,
    sourceTypes: sourceType ?? null,
    decoded: decoded === undefined ? null : selectedApplications(decoded),
    bbox: bbox ?? null,
    text: text?.toLowerCase() ?? null,
    q: q?.toLowerCase() ?? null,
    seen: 0,
  };
}

/** Makes a candidate of a message. */
export function candidateOf(
  message: Message,
  key: string | null,
  aircraftType: string | null,
): Candidate {
  const { tail, text, decoded } = message;
  return {
    message,
    flightKey: key,
    airline: key === null ? null : airlineOf(key),
    aircraftType,
    tail: tail?.includes("-") ? tail.replaceAll("-", "") : tail,
    text: text?.toLowerCase() ?? "",
    words: decoded?.description.toLowerCase() ?? "",
  };
}

/** Whether a message matches. It runs for many rules a message, so it is one plain function. */
export function matches(rule: CompiledRule, candidate: Candidate): boolean {
  const { message } = candidate;
  if (rule.tail !== null && rule.tail !== candidate.tail) return false;
  if (rule.flightKey !== null && rule.flightKey !== candidate.flightKey) return false;
  if (rule.airlines !== null && !includes(rule.airlines, candidate.airline)) return false;
  if (rule.aircraftType !== null && rule.aircraftType !== candidate.aircraftType) return false;
  if (rule.labels !== null && !includes(rule.labels, message.label)) return false;
  if (rule.sourceTypes !== null && !includes(rule.sourceTypes, message.sourceType)) return false;
  if (rule.decoded !== null && !isDecodedAs(message, rule.decoded)) return false;
  if (rule.bbox !== null && !liesIn(rule.bbox, message)) return false;
  if (rule.text !== null && !candidate.text.includes(rule.text)) return false;
  if (rule.q === null) return true;
  return candidate.text.includes(rule.q) || candidate.words.includes(rule.q);
}

function includes(wanted: readonly string[], value: string | null): boolean {
  return value !== null && wanted.includes(value);
}

function isDecodedAs({ decoded }: Message, wanted: readonly string[]): boolean {
  if (decoded === null) return false;
  return wanted.includes("any") || includes(wanted, decoded.application);
}

function liesIn([west, south, east, north]: Box, { latitude, longitude }: Message): boolean {
  if (latitude === null || longitude === null || latitude < south || latitude > north) return false;
  return west <= east
    ? longitude >= west && longitude <= east
    : longitude >= west || longitude <= east;
}
