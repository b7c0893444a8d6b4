import {
  flightActiveMinutes,
  type LabelCount,
  type Message,
  messageIdFloor,
} from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Sql } from "../connection/database.ts";
import { selectColumns } from "../query/columns.ts";
import { isOnline } from "../station-activity/station-online.ts";
import { messageColumns, withoutUnknown } from "./message-columns.ts";
import { topLabels } from "./top-labels.ts";

/** How much there is now, counted over indexes of what is current. */
export async function readTotals(
  sql: Sql,
): Promise<{ visible: number; online: number; airframes: number; flights: number }> {
  const [row] = await sql<
    { visible: number; online: number; airframes: number; flights: number }[]
  >`
    select count(*) as visible,
      count(*) filter (where ${isOnline(sql)}) as online,
      (select count(*) from airframes where last_received_at > now() - interval '24 hours') as airframes,
      (select count(*) from flights
        where first_received_at > now() - interval '36 hours'
          and last_received_at > now() - make_interval(mins => ${flightActiveMinutes})) as flights
    from stations where not hidden`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}

/** Lists the latest messages of an hour, newest first, at most so many. */
export async function listLatest(sql: Sql, nowMs: number, countMax: number): Promise<Message[]> {
  return withoutUnknown(
    await sql<Message[]>`
      select ${selectColumns(sql, messageColumns)} from messages
      where id >= ${messageIdFloor(nowMs - 3_600_000)} and ${isNoCanary(sql)}
      order by id desc limit ${countMax}`,
  );
}

/** A summary of the latest messages of all stations. */
export interface LatestMessages {
  /** The number of messages in the sample. */
  readonly sampled: number;
  /** The number of them that were created within the last minute. */
  readonly ofLastMinute: number;
  readonly from: string | null;
  readonly labels: LabelCount[];
}

/** Looks at the latest messages of an hour, at most so many: the cost doesn't grow with traffic. */
export async function readLatest(
  sql: Sql,
  nowMs: number,
  countMax: number,
): Promise<LatestMessages> {
  const [row] = await sql<LatestMessages[]>`
    with latest as materialized (
      select id, label, created_at from messages
      where id >= ${messageIdFloor(nowMs - 3_600_000)} and ${isNoCanary(sql)}
      order by id desc limit ${countMax}
    )
    select count(*) as sampled, min(created_at) as from,
      count(*) filter (where id >= ${messageIdFloor(nowMs - 60_000)}) as of_last_minute,
      ${topLabels(sql)} as labels
    from latest`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}
