import type { Candidate, CompiledRule } from "./compiled-rule.ts";
import { createTrigrams } from "./trigrams.ts";

/** Finds the rules that a message may match, by one member of each rule. */
export type RuleIndex = ReturnType<typeof createRuleIndex>;

type Lists<Key> = Map<Key, CompiledRule[]>;

const cellDegrees = 10;
const columns = 360 / cellDegrees;

/**
 * Makes an index. Each rule is listed under its most selective member, so that a message is compared
 * with few of many rules: tail, flight, a part of the text, type, area, airline, application, label.
 */
export function createRuleIndex(rules: readonly CompiledRule[]) {
  const tails: Lists<string> = new Map();
  const flights: Lists<string> = new Map();
  const airlines: Lists<string> = new Map();
  const types: Lists<string> = new Map();
  const cells: Lists<number> = new Map();
  const applications: Lists<string> = new Map();
  const labels: Lists<string> = new Map();
  const parts = createTrigrams();
  let lookups = 0;

  function list(rule: CompiledRule): void {
    if (rule.tail !== null) put(tails, [rule.tail], rule);
    else if (rule.flightKeys !== null) put(flights, rule.flightKeys, rule);
    else if (rule.part !== null) parts.add(rule.part, rule);
    else if (rule.aircraftType !== null) put(types, [rule.aircraftType], rule);
    else if (rule.bbox !== null) put(cells, cellsOf(rule.bbox), rule);
    else if (rule.airlines !== null) put(airlines, airlineKeysOf(rule.airlines, rule.labels), rule);
    else if (rule.decoded !== null) put(applications, rule.decoded, rule);
    else put(labels, rule.labels, rule);
  }

  for (const rule of rules) list(rule);
  return {
    size: rules.length,
    /** Whether a rule names an aircraft type, which messages do not have. */
    needsTypes: rules.some(({ aircraftType }) => aircraftType !== null),
    /** Calls back for each rule that a message may match, once. */
    eachCandidate(candidate: Candidate, look: (rule: CompiledRule) => void): void {
      const lookup = ++lookups;
      const { message, tail, flightKey, airline, aircraftType } = candidate;
      function take(found: readonly CompiledRule[] | undefined): void {
        if (found === undefined) return;
        for (const rule of found) {
          if (rule.seen === lookup) continue;
          rule.seen = lookup;
          look(rule);
        }
      }
      if (tail !== null) take(tails.get(tail));
      if (flightKey !== null) take(flights.get(flightKey));
      if (airline !== null) {
        take(airlines.get(airline));
        if (message.label !== null) take(airlines.get(labelledAirline(airline, message.label)));
      }
      if (aircraftType !== null) take(types.get(aircraftType));
      if (message.label !== null) take(labels.get(message.label));
      if (cells.size > 0 && message.latitude !== null && message.longitude !== null) {
        take(cells.get(columnOf(message.longitude) + columns * rowOf(message.latitude)));
      }
      if (message.decoded !== null) {
        take(applications.get("any"));
        take(applications.get(message.decoded.application ?? ""));
      }
      if (parts.size > 0) {
        parts.each(candidate.text, take);
        parts.each(candidate.words, take);
      }
    },
  };
}

/** Returns the keys of a rule of airlines: with its labels, if it has some, because an airline alone has many rules. */
function airlineKeysOf(airlines: readonly string[], labels: readonly string[]): readonly string[] {
  if (labels.length === 0) return airlines;
  return airlines.flatMap((airline) => labels.map((label) => labelledAirline(airline, label)));
}

function labelledAirline(airline: string, label: string): string {
  return `${airline} ${label}`;
}

function put<Key>(lists: Lists<Key>, keys: readonly Key[], rule: CompiledRule): void {
  for (const key of new Set(keys)) {
    const rules = lists.get(key);
    if (rules === undefined) lists.set(key, [rule]);
    else rules.push(rule);
  }
}

function columnOf(longitude: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((longitude + 180) / cellDegrees)));
}

function rowOf(latitude: number): number {
  return Math.floor((latitude + 90) / cellDegrees);
}

/** Returns the cells that a box touches; a box whose west is greater than its east crosses 180°. */
function cellsOf([west, south, east, north]: NonNullable<CompiledRule["bbox"]>): number[] {
  const from = columnOf(west);
  const width = west <= east ? columnOf(east) - from : columns - from + columnOf(east);
  const rows = Array.from({ length: rowOf(north) - rowOf(south) + 1 }, (_, n) => rowOf(south) + n);
  return rows.flatMap((row) =>
    Array.from(
      { length: Math.min(width, columns - 1) + 1 },
      (_, n) => ((from + n) % columns) + columns * row,
    ),
  );
}
