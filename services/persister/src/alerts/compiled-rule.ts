import type { MessageRule } from "@jetwire/db";
import {
  type AirlineCodes,
  airlineOf,
  airlineSpellings,
  type AlertFilter,
  compileFilter,
  type FilteredMessage,
  type FitsFilter,
  flightSpellings,
  type Message,
  plainTail,
  selectedApplications,
} from "@jetwire/protocol";

/** A message with what it is linked to, and what rules are found by. */
export interface Candidate {
  readonly message: FilteredMessage;
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

/** A rule with the values by which it is found; null stands for any value. */
export interface CompiledRule {
  readonly id: string;
  readonly accountId: string;
  /** Unix ms until which it is muted. */
  readonly mutedUntilMs: number;
  readonly tail: string | null;
  readonly flightKeys: readonly string[] | null;
  readonly airlines: readonly string[] | null;
  readonly aircraftType: string | null;
  readonly labels: readonly string[];
  /** Applications, or `any`. */
  readonly decoded: readonly string[] | null;
  readonly bbox: NonNullable<AlertFilter["bbox"]> | null;
  /** A part of the text or the words, in lower case. */
  readonly part: string | null;
  readonly fits: FitsFilter;
  /** The number of the look-up that saw it last: it is a candidate once. */
  seen: number;
}

/** Compiles a rule. @param airlines airline codes, by which `UA123` and `UAL123` are one flight */
export function compileRule(
  { id, accountId, filter, mutedUntil }: MessageRule,
  airlines: AirlineCodes,
): CompiledRule {
  const { tail, flight, airline, aircraftType, label, decoded, bbox }: AlertFilter = filter;
  return {
    id,
    accountId,
    mutedUntilMs: mutedUntil === null ? 0 : Date.parse(mutedUntil),
    tail: tail === undefined ? null : plainTail(tail),
    flightKeys: flight === undefined ? null : flightSpellings(flight, airlines),
    airlines: airline === undefined ? null : airlineSpellings(airline, airlines),
    aircraftType: aircraftType ?? null,
    labels: label ?? [],
    decoded: decoded === undefined ? null : selectedApplications(decoded),
    bbox: bbox ?? null,
    part: (filter.text ?? filter.q)?.toLowerCase() ?? null,
    fits: compileFilter(filter, { airlines, airports: [] }) ?? (() => true),
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
    message: { ...message, flightKey: key, airframe: { icao: null, type: aircraftType } },
    flightKey: key,
    airline: key === null ? null : airlineOf(key),
    aircraftType,
    tail: tail === null ? null : plainTail(tail),
    text: text?.toLowerCase() ?? "",
    words: decoded?.description.toLowerCase() ?? "",
  };
}
