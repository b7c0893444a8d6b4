import type { SniffFilter } from "../events/sniff.ts";
import type { MessageAirframe } from "../message/airframe.ts";
import { selectedApplications } from "../message/applications.ts";
import type { MessageFlight } from "../message/flight.ts";
import { readFrequencies } from "../message/frequencies.ts";
import type { Message } from "../message/message.ts";
import {
  type ColumnComparison,
  type FilterMember,
  filterMemberNames,
  filterMembers,
  type LinkComparison,
} from "./filter-members.ts";
import { isCodeOf, type KnownCodes, namesAirline, namesFlight } from "./known-codes.ts";

/** A message with what filters compare of its links. */
export interface FilteredMessage extends Message {
  /** The key of the flight that the message names, where it is known; else it is made of the number. */
  readonly flightKey?: string | null;
  readonly airframe?: Pick<MessageAirframe, "icao" | "type"> | null | undefined;
  readonly flight?:
    | Pick<MessageFlight, "departingAirport" | "destinationAirport">
    | null
    | undefined;
}

/** Returns whether a message fits. */
export type FitsFilter = (message: FilteredMessage) => boolean;

/** The wanted values of a filter, by its members. */
export type FilterValues = SniffFilter & { readonly errorMax?: number | undefined };

type Compared = Extract<FilterMember, { readonly of: unknown }>["of"];

/** Makes the predicate for a wanted value. @throws TypeError for a value that no schema would let through */
type Compile = (wanted: never, compared: Compared, codes: KnownCodes) => FitsFilter;

const comparisons: Readonly<Record<ColumnComparison | LinkComparison, Compile>> = {
  equal: (wanted: string | number | boolean, [member]) => {
    const read = reader(member);
    return (message) => read(message) === wanted;
  },
  oneOf: (wanted: readonly string[], [member]) => {
    const read = reader(member);
    const values = new Set<unknown>(wanted);
    return (message) => values.has(read(message));
  },
  noneOf: (wanted: readonly string[], [member]) => {
    const read = reader(member);
    const values = new Set<unknown>(wanted);
    return (message) => !values.has(read(message));
  },
  registration: (wanted: string, [member]) => {
    const read = reader(member);
    const tail = plainTail(wanted.toUpperCase().replace(/^\.+/, ""));
    return (message) => {
      const value = read(message);
      return typeof value === "string" && plainTail(value) === tail;
    };
  },
  range: (wanted: string, [member]) => {
    const read = reader(member);
    const { from, to } = readFrequencies(wanted);
    requireNumbers([from, to]);
    return (message) => {
      const value = read(message);
      return typeof value === "number" && value >= from && value <= to;
    };
  },
  atLeast: (wanted: number, [member]) => {
    const read = reader(member);
    requireNumbers([wanted]);
    return (message) => {
      const value = read(message);
      return typeof value === "number" && value >= wanted;
    };
  },
  atMost: (wanted: number, [member]) => {
    const read = reader(member);
    return (message) => {
      const value = read(message);
      return typeof value !== "number" || value <= wanted;
    };
  },
  part: (wanted: string, members) => {
    const reads = members.map(loweredReader);
    const part = wanted.toLowerCase();
    return (message) => reads.some((read) => read(message).includes(part));
  },
  noPart: (wanted: readonly string[], members) => {
    const reads = members.map(loweredReader);
    const parts = wanted.map((part) => part.toLowerCase());
    return (message) =>
      !reads.some((read) => {
        const text = read(message);
        return parts.some((part) => text.includes(part));
      });
  },
  position:
    (wanted: boolean) =>
    ({ latitude, longitude }) =>
      (latitude !== null && longitude !== null) === wanted,
  box: (wanted: readonly [number, number, number, number]) => {
    const [west, south, east, north] = wanted;
    requireNumbers([west, south, east, north]);
    return ({ latitude, longitude }) => {
      if (latitude === null || longitude === null) return false;
      if (latitude < south || latitude > north) return false;
      return west <= east
        ? longitude >= west && longitude <= east
        : longitude >= west || longitude <= east;
    };
  },
  station: (wanted: readonly number[]) => {
    const ids = new Set(wanted);
    return ({ stationId }) => ids.has(stationId);
  },
  airframe:
    (wanted: string) =>
    ({ airframeId }) =>
      airframeId === wanted,
  address: (wanted: string) => {
    const icao = wanted.toUpperCase();
    return (message) => addressOf(message) === icao;
  },
  flight: (wanted: string, _compared, codes) => namesFlight(wanted, codes),
  airline: (wanted: string, _compared, codes) => namesAirline(wanted.toUpperCase(), codes),
  aircraftType: (wanted: string) => {
    const type = wanted.toUpperCase();
    return ({ airframe }) => airframe?.type === type;
  },
  airport: (wanted: string, _compared, codes) => {
    const isWanted = isCodeOf(wanted.toUpperCase(), codes);
    return ({ departingAirport, destinationAirport, flight }) =>
      isWanted(departingAirport) ||
      isWanted(destinationAirport) ||
      isWanted(flight?.departingAirport) ||
      isWanted(flight?.destinationAirport);
  },
  content: (wanted: readonly string[]) => {
    if (wanted.includes("any")) return ({ decoded }) => decoded !== null;
    if (wanted.includes("none")) return ({ decoded }) => decoded === null;
    const applications = new Set<unknown>(selectedApplications(wanted));
    return ({ decoded }) => decoded !== null && applications.has(decoded.application);
  },
};

/** Compiles a filter, once for many messages; null when every message fits it. */
export function compileFilter(filter: FilterValues, codes: KnownCodes): FitsFilter | null {
  const parts: FitsFilter[] = [];
  for (const name of filterMemberNames) {
    const wanted = filter[name];
    if (wanted === undefined) continue;
    const member: FilterMember = filterMembers[name];
    const compared = "of" in member ? member.of : [];
    parts.push(comparisons[member.compare](wanted as never, compared, codes));
  }
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : (message) => parts.every((fits) => fits(message));
}

/** Returns a tail without hyphens: `DABCD` and `D-ABCD` are one. */
export function plainTail(tail: string): string {
  return tail.includes("-") ? tail.replaceAll("-", "") : tail;
}

/** Returns the address of the airframe; that of the aircraft's end of the link while the airframe is unknown. */
export function addressOf({
  airframe,
  linkDirection,
  fromHex,
  toHex,
}: FilteredMessage): string | null {
  return airframe?.icao ?? (linkDirection === "uplink" ? toHex : fromHex);
}

function reader(member: Compared[number] | undefined): (message: FilteredMessage) => unknown {
  if (member === undefined) throw new TypeError("A filter compares at least one member");
  if (member === "decoded.description") return ({ decoded }) => decoded?.description;
  return (message) => message[member];
}

/** The text of a member that was lowered last: a message is compared with many filters, one after another. */
const lastLowered = new Map<unknown, { text: string; lowered: string }>();

function loweredReader(member: Compared[number]): (message: FilteredMessage) => string {
  const read = reader(member);
  const last = lastLowered.get(member) ?? { text: "", lowered: "" };
  lastLowered.set(member, last);
  return (message) => {
    const text = read(message);
    if (typeof text !== "string") return "";
    if (text !== last.text) {
      last.text = text;
      last.lowered = text.toLowerCase();
    }
    return last.lowered;
  };
}

function requireNumbers(values: readonly unknown[]): void {
  if (!values.every(Number.isFinite)) throw new TypeError("A range is of numbers");
}
