import type { MessageAirframe } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

/** What the firehose shows of airframes, by id; unknown ids are left out. */
export async function airframesById(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, MessageAirframe>> {
  const rows = await sql<MessageAirframe[]>`
    select id, icao, tail, type, manufacturer, model, owner, military
    from airframes where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.id, { ...row }]));
}
