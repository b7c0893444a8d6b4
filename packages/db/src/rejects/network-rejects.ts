import type { NetworkRefusal } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";

/** Objects of a network that ingest refused for one reason. */
export interface NetworkRejectToAdd {
  /** The keyed hash of the network. */
  readonly network: Uint8Array;
  /** The ident that they name; empty for none. */
  readonly ident: string;
  readonly reason: string;
  readonly count: number;
  /** The time of the last one. */
  readonly lastAt: string;
  readonly detail: string;
}

const shownDays = 7;
/** Senders choose idents. */
const rowsOfDayMax = 64;

/**
 * Adds to the rejects of today. A network has 64 rows of a day; what names further idents is then counted
 * without them.
 */
export async function add(sql: Sql, rejects: readonly NetworkRejectToAdd[]): Promise<void> {
  const sent = rejects.map((one) => ({
    ...one,
    network: Buffer.from(one.network).toString("hex"),
  }));
  const { rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, sent, {
      network: "text",
      ident: "text",
      reason: "text",
      count: "integer",
      lastAt: "timestamptz",
      detail: "text",
    }),
  );
  await sql`
    with today as (
      select decode(sent.network, 'hex') as network, (now() at time zone 'UTC')::date as day,
        sent.ident, sent.reason, sent.count, sent.last_at, sent.detail,
        row_number() over (partition by sent.network order by sent.last_at) as nth
      from ${rows}
    ), counted as (
      select today.*, exists (
        select from network_rejects n
        where (n.network, n.day, n.ident, n.reason)
          = (today.network, today.day, today.ident, today.reason)
      ) or nth + (
        select count(*) from network_rejects n where n.network = today.network and n.day = today.day
      ) <= ${rowsOfDayMax} as named
      from today
    )
    insert into network_rejects (network, day, ident, reason, count, last_at, detail)
    select network, day, case when named then ident else '' end as kept, reason, sum(count),
      max(last_at), (array_agg(detail order by last_at desc))[1]
    from counted
    group by network, day, kept, reason
    order by network, kept, reason
    on conflict (network, day, ident, reason) do update set
      count = network_rejects.count + excluded.count,
      last_at = greatest(network_rejects.last_at, excluded.last_at),
      detail = excluded.detail`;
}

/**
 * Lists what was refused of a network in the last 7 days, the latest first, at most `rowsMax`. Hidden stations
 * are not named.
 */
export async function list(
  sql: Sql,
  network: Uint8Array,
  rowsMax: number,
): Promise<NetworkRefusal[]> {
  return await sql<NetworkRefusal[]>`
    select nullif(ident, '') as ident, reason, sum(count)::integer as count,
      max(last_at) as last_at, (array_agg(detail order by last_at desc))[1] as detail
    from network_rejects
    where network = ${network}
      and day > (now() at time zone 'UTC')::date - ${shownDays}::integer
      and not exists (
        select from stations s where s.ident = network_rejects.ident and (s.hidden or s.canary)
      )
    group by ident, reason order by max(last_at) desc, ident, reason limit ${rowsMax}`;
}

/** Deletes rejects of days before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from network_rejects where (network, day, ident, reason) in (
      select network, day, ident, reason from network_rejects
      where day < (${cutoff}::timestamptz at time zone 'UTC')::date
      order by day limit ${rowsMax}
    )`;
  return count;
}
