import type { Box, LinkDirection } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/** Which messages; all that is given holds together. Lists hold alternatives, an empty one fits none. */
export interface MessageFilter {
  readonly viewer: MessageViewer;
  /** Ids: from (inclusive), and before. Times by `messageIdFloor`, so that other days aren't read. */
  readonly sinceId?: string | undefined;
  readonly untilId?: string | undefined;
  /** Flights in their one spelling. */
  readonly flightKeys?: readonly string[] | undefined;
  readonly flightId?: string | undefined;
  readonly airframeIds?: readonly string[] | undefined;
  /** Without hyphens. */
  readonly tail?: string | undefined;
  readonly stationId?: number | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly excludedLabels?: readonly string[] | undefined;
  readonly sourceTypes?: readonly string[] | undefined;
  readonly linkDirection?: LinkDirection | undefined;
  /** A part of the text, in any case. */
  readonly text?: string | undefined;
  readonly box?: Box | undefined;
  readonly hasPosition?: boolean | undefined;
  /** Messages whose errors are unknown fit as well. */
  readonly errorMax?: number | undefined;
}

/**
 * The filter as a condition on the columns of `messages`, for a `where`. Only what is asked for is in
 * it: with `… is null or …` a plan would look at every partition.
 */
export function messageConditions(sql: Sql, filter: MessageFilter) {
  const { sinceId, untilId, flightId, tail, stationId, linkDirection, hasPosition } = filter;
  const { excludedLabels = [], sourceTypes, text, box, errorMax } = filter;
  return [
    sinceId !== undefined && sql`id >= ${sinceId}`,
    untilId !== undefined && sql`id < ${untilId}`,
    filter.flightKeys && isOneOf(sql, sql`flight_key`, filter.flightKeys),
    filter.airframeIds && isOneOf(sql, sql`airframe_id`, filter.airframeIds),
    filter.labels && isOneOf(sql, sql`label`, filter.labels),
    flightId !== undefined && sql`flight_id = ${flightId}`,
    tail !== undefined && sql`tail is not null and replace(tail, '-', '') = ${tail}`,
    stationId !== undefined && sql`station_id = ${stationId}`,
    excludedLabels.length > 0 && sql`(label is null or label <> all(${[...excludedLabels]}))`,
    sourceTypes && isOneOf(sql, sql`source_type`, sourceTypes),
    linkDirection !== undefined && sql`link_direction = ${linkDirection}`,
    text !== undefined && sql`body ilike ${`%${text.replaceAll(/[\\%_]/g, "\\$&")}%`}`,
    hasPosition === true && hasOne(sql),
    hasPosition === false && sql`(latitude is null or longitude is null)`,
    box && isWithin(sql, box),
    errorMax !== undefined && sql`(error is null or error <= ${errorMax})`,
  ].reduce(
    (all: Condition, one) => (one ? sql`${all} and ${one}` : all),
    isShown(sql, filter.viewer),
  );
}

/** A flight by its two codes, airframes of one address. */
const spellingsMax = 2;

/**
 * Whether one thing is asked for, by one or two keys, and nothing else but a time: its index gives
 * each key's messages in the order of ids whatever the key is, so the query can be planned once for
 * all. Labels are too different: for common ones another index is better.
 */
export function isOfOneThing(filter: MessageFilter): boolean {
  const { viewer: _viewer, sinceId: _since, untilId: _until, ...asked } = filter;
  const [key, ...more] = Object.entries(asked).filter(([, value]) => value !== undefined);
  if (key === undefined || more.length > 0) return false;
  const [name, value] = key;
  return keyNames.has(name) && (!Array.isArray(value) || value.length <= spellingsMax);
}

const keyNames = new Set<string>([
  "flightKeys",
  "flightId",
  "airframeIds",
  "tail",
  "stationId",
] satisfies (keyof MessageFilter)[]);

type Condition = ReturnType<typeof isShown>;

function isOneOf(sql: Sql, column: Condition, values: readonly string[]): Condition {
  const [first] = values;
  if (first === undefined) return sql`false`;
  // One as an equation: its index then gives the rows in the order of ids.
  if (values.length === 1) return sql`${column} = ${first}`;
  return sql`${column} = any(${[...values]})`;
}

/** As the index of positions has it. */
function hasOne(sql: Sql): Condition {
  return sql`latitude is not null and longitude is not null`;
}

function isWithin(sql: Sql, [west, south, east, north]: Box): Condition {
  const across = west > east;
  return sql`${hasOne(sql)} and latitude between ${south} and ${north}
    and (longitude >= ${west} ${across ? sql`or` : sql`and`} longitude <= ${east})`;
}
