import type { SniffFilter } from "../../events/sniff.ts";
import { selectedApplications } from "../../message/applications.ts";
import {
  airlineOf,
  airlineSpellings,
  flightKey,
  flightSpellings,
} from "../../message/flight-key.ts";
import type { Message } from "../../message/message.ts";
import {
  compileFilter,
  type FilteredMessage,
  type FitsFilter,
  plainTail,
} from "../compile-filter.ts";
import type { KnownCodes } from "../known-codes.ts";

/** A message with what it is linked to, and what filters are found by. */
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

/** A filter with the values by which it is found; null stands for any value. */
export interface IndexedFilter {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flightKeys: readonly string[] | null;
  readonly airlines: readonly string[] | null;
  readonly airports: readonly string[] | null;
  readonly aircraftType: string | null;
  readonly stations: readonly number[] | null;
  readonly labels: readonly string[] | null;
  /** Applications, or `any`. */
  readonly decoded: readonly string[] | null;
  readonly bbox: NonNullable<SniffFilter["bbox"]> | null;
  /** A part of the text or the words, in lower case. */
  readonly part: string | null;
  readonly fits: FitsFilter;
  /** The number of the look-up that saw it last: it is a candidate once. */
  seen: number;
}

/** Fewer characters in a row are in too many texts to be found by. */
const partMin = 3;

/** Compiles a filter to be listed in an index. @param codes codes by which `UA123` and `UAL123` are one flight */
export function indexedFilter(filter: SniffFilter, codes: KnownCodes): IndexedFilter {
  const { tail, icao, flight, airline, airport, aircraftType, stationId, label, decoded } = filter;
  const part = (filter.text ?? filter.q)?.toLowerCase() ?? "";
  return {
    tail: tail === undefined ? null : plainTail(tail),
    icao: icao ?? null,
    flightKeys: flight === undefined ? null : flightSpellings(flight, codes.airlines),
    airlines: airline === undefined ? null : airlineSpellings(airline, codes.airlines),
    airports: airport === undefined ? null : [...new Set([airport, ...codes.airports])],
    aircraftType: aircraftType ?? null,
    stations: stationId ?? null,
    labels: label ?? null,
    // Nothing is listed for a message without content.
    decoded:
      decoded === undefined || decoded.includes("none") ? null : selectedApplications(decoded),
    bbox: filter.bbox ?? null,
    part: part.length < partMin ? null : part,
    fits: compileFilter(filter, codes) ?? (() => true),
    seen: 0,
  };
}

/** Makes a candidate of a message. @param key the key of the flight that it names, null if it names none */
export function candidateOf(
  message: Message,
  key: string | null,
  aircraftType: string | null = null,
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

/** Returns the key of the flight that a message names by its number; null if it names none. */
export function namedFlight({ flightNumber }: Message, { airlines }: KnownCodes): string | null {
  return flightNumber === null ? null : flightKey(flightNumber, airlines);
}
