import type { Breakdown } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { instantText } from "../query/instant-text.ts";

type TallyKind = "label" | "airline" | "decoded" | "frequency" | "type";

/** Selects counts. */
export interface TallyRange {
  readonly kind: TallyKind;
  readonly since: string;
  readonly until: string;
  readonly step: "hour" | "day";
  readonly namesMax: number;
}

/** A name and its messages; null for messages without one. */
export interface NamedCount {
  readonly name: string | null;
  readonly messages: number;
}

/** The most frequent names, and the messages of each period by them, in the order of `top`. */
export interface Tallies extends Pick<Breakdown, "messages" | "series"> {
  readonly top: readonly NamedCount[];
}

/** Reads counts of messages by one of their properties, newest period first. */
export async function read(sql: Sql, range: TallyRange): Promise<Tallies> {
  const { kind, since, until, step, namesMax } = range;
  const ofRange = sql`hour >= ${since} and hour < ${until}`;
  const [row] = await sql<Omit<Tallies, "messages">[]>`
    with tallies as materialized (
      select date_trunc(${step}, hour, 'UTC') as period, name, sum(messages)::bigint as messages
      from message_tallies where kind = ${kind} and airline = '' and ${ofRange} group by 1, 2
    ),
    top as materialized (
      select name, sum(messages)::bigint as messages,
        row_number() over (order by sum(messages) desc, name) as rank
      from tallies group by name order by rank limit ${namesMax}
    ),
    totals as (
      select date_trunc(${step}, hour, 'UTC') as period, sum(messages)::bigint as messages
      from tallied_hours where ${ofRange} group by 1
    )
    select
      coalesce((
        select json_agg(json_build_object('name', nullif(name, ''), 'messages', messages) order by rank) from top
      ), '[]') as top,
      coalesce((
        select json_agg(json_build_object(
          'from', ${instantText(sql, sql`period`)}, 'messages', totals.messages, 'counts', coalesce((
            select json_agg(coalesce(tallies.messages, 0) order by rank)
            from top left join tallies on tallies.name = top.name and tallies.period = totals.period
          ), '[]')
        ) order by period desc) from totals
      ), '[]') as series`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return { ...row, messages: row.series.reduce((sum, { messages }) => sum + messages, 0) };
}

/** Reads the messages of an airline's flights by label or source type, the most first. */
export async function readForAirlines(
  sql: Sql,
  codes: readonly string[],
  { kind, since, namesMax }: Pick<TallyRange, "since" | "namesMax"> & { kind: "label" | "type" },
): Promise<NamedCount[]> {
  return await sql<NamedCount[]>`
    select nullif(name, '') as name, sum(messages)::bigint as messages from message_tallies
    where kind = ${kind} and airline = any(${[...codes]}) and hour >= ${since}
    group by 1 order by 2 desc, 1 limit ${namesMax}`;
}
