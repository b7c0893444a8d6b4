import { messageIdTimeMs } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { allOf, isOneOf } from "../query/conditions.ts";
import { columnConditions, type ColumnFilters } from "./column-conditions.ts";
import { isFirstMatch } from "./first-match.ts";
import { isOfGroup } from "../messages/receptions.ts";
import { isShown, type MessageViewer } from "../messages/visibility.ts";

/**
 * A filter of messages. Its members are combined with AND, the values of a list with OR. Those that compare columns
 * are as in the table of `packages/protocol`; of the others, what was looked up.
 */
export interface MessageFilter extends ColumnFilters {
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
  readonly stationIds?: readonly number[] | undefined;
  /** The receptions of one transmission. */
  readonly groupId?: string | undefined;
  /** True for one message of each transmission: its first reception that matches. False for later receptions. */
  readonly isFirst?: boolean | undefined;
  /** Airline codes, as flight keys begin with. */
  readonly airlines?: readonly string[] | undefined;
  /** ICAO type designator of the airframe. */
  readonly aircraftType?: string | undefined;
  /** Codes of an airport that the message or its flight departs from or goes to. */
  readonly airports?: readonly string[] | undefined;
  /** Applications of the content. */
  readonly applications?: readonly string[] | undefined;
  readonly isDecoded?: boolean | undefined;
}

/**
 * Returns the filter as a condition on the columns of `messages`. It contains only what is asked
 * for: with `… is null or …` a plan would read every partition.
 *
 * @param ranges the filters that the query reads together, for `isFirst`
 */
export function messageConditions(
  sql: Sql,
  filter: MessageFilter,
  ranges: readonly MessageFilter[] = [filter],
): Fragment {
  const { sinceId, untilId, groupId, isFirst } = filter;
  return allOf(sql, [
    sinceId !== undefined && sql`id >= ${sinceId}`,
    untilId !== undefined && sql`id < ${untilId}`,
    groupId !== undefined && isOfGroup(sql, groupId),
    isFirst === true &&
      isFirstMatch(
        sql,
        filter,
        ranges.map((one) => receptionConditions(sql, one)),
      ),
    isFirst === false && sql`group_id <> id`,
    receptionConditions(sql, filter),
  ]);
}

/** The part of a filter that each reception of a transmission may match or not. */
function receptionConditions(sql: Sql, filter: MessageFilter): Fragment {
  const { viewer, stationIds } = filter;
  return allOf(sql, [
    isShown(sql, viewer),
    stationIds && isOneOf(sql, sql`station_id`, stationIds),
    ...linkConditions(sql, filter),
    ...columnConditions(sql, filter),
  ]);
}

function linkConditions(
  sql: Sql,
  filter: MessageFilter,
): readonly (Fragment | false | undefined)[] {
  const { flightKeys, flightId, airframeIds, unlinkedIcao, airlines, aircraftType } = filter;
  const { airports, applications, isDecoded } = filter;
  // As in the indexes of unlinked addresses, of airlines and of applications.
  const aircraft = sql`case link_direction when 'uplink' then to_hex else from_hex end`;
  const airline = sql`substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]')`;
  const application = sql`decoded->>'application'`;
  return [
    flightKeys && isOneOf(sql, sql`flight_key`, flightKeys),
    airframeIds && isOneOf(sql, sql`airframe_id`, airframeIds),
    unlinkedIcao !== undefined && sql`airframe_id is null and ${aircraft} = ${unlinkedIcao}`,
    flightId !== undefined && sql`flight_id = ${flightId}`,
    airlines && isOneOf(sql, airline, airlines),
    aircraftType !== undefined &&
      sql`airframe_id in (select a.id from airframes a where a.type = ${aircraftType})`,
    applications && isOneOf(sql, application, applications),
    isDecoded !== undefined && (isDecoded ? sql`decoded is not null` : sql`decoded is null`),
    airports && namesAirport(sql, airports, filter),
  ];
}

/** The longest time from the first message of a flight to a later one. */
const flightMsMax = 36 * 3_600_000;

/** Whether a message or its flight names an airport. Flights of the time asked for are looked up once. */
function namesAirport(
  sql: Sql,
  codes: readonly string[],
  { sinceId, untilId }: Pick<MessageFilter, "sinceId" | "untilId">,
): Fragment {
  const oneOf = (column: Fragment) => isOneOf(sql, column, codes);
  const flights = allOf(sql, [
    sql`(${oneOf(sql`f.departing_airport`)} or ${oneOf(sql`f.destination_airport`)})`,
    sinceId !== undefined && sql`f.first_received_at >= ${timeOf(sinceId, -flightMsMax)}`,
    untilId !== undefined && sql`f.first_received_at < ${timeOf(untilId, flightMsMax)}`,
  ]);
  return sql`(${oneOf(sql`departing_airport`)} or ${oneOf(sql`destination_airport`)}
    or flight_id in (select f.id from flights f where ${flights}))`;
}

function timeOf(id: string, plusMs: number): string {
  return new Date(messageIdTimeMs(id) + plusMs).toISOString();
}
