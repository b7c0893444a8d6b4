import { messageIdFloor, type Receipt } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/**
 * Lists the receipts of a station's minutes from a time to another, Unix ms. A message with `stored_at` was stored late.
 *
 * @param withIds whether to return the ids too
 */
export async function list(
  sql: Sql,
  stationId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  withIds: boolean,
): Promise<Receipt[]> {
  const [from, until] = [messageIdFloor(fromMs), messageIdFloor(toMs)];
  const ids = withIds
    ? sql`, coalesce(json_agg(id order by id) filter (where not is_late), '[]') as ids`
    : sql``;
  return await sql<Receipt[]>`
    with all_ids as (
      select id, stored_at is not null as is_late, false as is_redacted
      from messages where station_id = ${stationId} and id >= ${from} and id < ${until}
      union all
      select message_id, stored_late, true
      from redactions where station_id = ${stationId} and message_id >= ${from} and message_id < ${until}
    ), of_minutes as (
      select *, ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 60000 as n
      from all_ids
    )
    select to_timestamp(n * 60) as minute,
      count(*) filter (where not is_late)::integer as count,
      encode(sha256(convert_to(
        coalesce(string_agg(id::text || E'\n', '' order by id) filter (where not is_late), ''), 'UTF8'
      )), 'hex') as digest,
      coalesce(json_agg(id order by id) filter (where is_redacted and not is_late), '[]') as redacted,
      coalesce(json_agg(id order by id) filter (where is_late), '[]') as late${ids}
    from of_minutes group by n order by n`;
}
