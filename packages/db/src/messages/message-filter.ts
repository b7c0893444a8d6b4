import type { Box, LinkDirection } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { allOf, isOneOf, isWithin } from "../query/conditions.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/** A filter of messages. Its members are combined with AND, the values of a list with OR. */
export interface MessageFilter {
  readonly viewer: MessageViewer;
  /** Range of ids: from (inclusive), to (exclusive). `messageIdFloor` makes them of times. */
  readonly sinceId?: string | undefined;
  readonly untilId?: string | undefined;
  /** Normalized flight identifiers. */
  readonly flightKeys?: readonly string[] | undefined;
  readonly flightId?: string | undefined;
  readonly airframeIds?: readonly string[] | undefined;
  /**
   * The address of the aircraft of messages without an airframe. Together with `airframeIds` it matches
   * these or those: `accessPath` makes a range of each.
   */
  readonly unlinkedIcao?: string | undefined;
  /** The tail without hyphens. */
  readonly tail?: string | undefined;
  readonly stationId?: number | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly excludedLabels?: readonly string[] | undefined;
  readonly sourceTypes?: readonly string[] | undefined;
  readonly linkDirection?: LinkDirection | undefined;
  /** A part of the text, case-insensitive. */
  readonly text?: string | undefined;
  readonly box?: Box | undefined;
  readonly hasPosition?: boolean | undefined;
  /** Messages whose number of errors is unknown match too. */
  readonly errorMax?: number | undefined;
}

/**
 * Returns the filter as a condition on the columns of `messages`. It contains only what is asked
 * for: with `… is null or …` a plan would read every partition.
 */
export function messageConditions(sql: Sql, filter: MessageFilter): Fragment {
  const { viewer, sinceId, untilId, flightKeys, flightId, airframeIds, tail, stationId } = filter;
  const { labels, excludedLabels = [], sourceTypes, linkDirection, text, box } = filter;
  const { hasPosition, errorMax, unlinkedIcao } = filter;
  // As in the indexes of unlinked addresses and of positions.
  const aircraft = sql`case link_direction when 'uplink' then to_hex else from_hex end`;
  const positioned = sql`latitude is not null and longitude is not null`;
  return allOf(sql, [
    isShown(sql, viewer),
    sinceId !== undefined && sql`id >= ${sinceId}`,
    untilId !== undefined && sql`id < ${untilId}`,
    flightKeys && isOneOf(sql, sql`flight_key`, flightKeys),
    airframeIds && isOneOf(sql, sql`airframe_id`, airframeIds),
    unlinkedIcao !== undefined && sql`airframe_id is null and ${aircraft} = ${unlinkedIcao}`,
    labels && isOneOf(sql, sql`label`, labels),
    flightId !== undefined && sql`flight_id = ${flightId}`,
    tail !== undefined && sql`tail is not null and replace(tail, '-', '') = ${tail}`,
    stationId !== undefined && sql`station_id = ${stationId}`,
    excludedLabels.length > 0 && sql`(label is null or label <> all(${[...excludedLabels]}))`,
    sourceTypes && isOneOf(sql, sql`source_type`, sourceTypes),
    linkDirection !== undefined && sql`link_direction = ${linkDirection}`,
    text !== undefined && sql`body ilike ${`%${text.replaceAll(/[\\%_]/g, "\\$&")}%`}`,
    hasPosition === true && positioned,
    hasPosition === false && sql`(latitude is null or longitude is null)`,
    box && sql`${positioned} and ${isWithin(sql, sql`latitude`, sql`longitude`, box)}`,
    errorMax !== undefined && sql`(error is null or error <= ${errorMax})`,
  ]);
}
