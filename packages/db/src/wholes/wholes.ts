import { type EntryWhole, messageIdFloor, type Whole } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";

/** Returns wholes as rows for a `from`, under the name `whole`. */
export function wholeRows(sql: Sql, wholes: readonly EntryWhole[]): Fragment {
  const rows = wholes.map(({ stationIds, whole }) => ({
    message_id: whole.id,
    group_id: whole.groupId,
    station_id: whole.stationId,
    received_at: whole.timestamp,
    part_ids: whole.partIds,
    station_ids: stationIds,
    joined_by: whole.joinedBy,
    body: whole.text,
    decoded: whole.decoded,
    latitude: whole.latitude,
    longitude: whole.longitude,
    altitude: whole.altitude,
  }));
  // Postgres stores no U+0000 in JSON.
  const json = JSON.stringify(rows).replaceAll("\\u0000", "\\u2400");
  return sql`jsonb_to_recordset(${json}::text::jsonb) as whole (message_id uuid, group_id uuid,
    station_id integer, received_at timestamptz, part_ids uuid[], station_ids integer[],
    joined_by text, body text, decoded jsonb, latitude float8, longitude float8, altitude float8)`;
}

/** A message by which its whole is looked up. */
interface Part {
  readonly id: string;
  readonly groupId: string;
  readonly stationId: number;
}

/**
 * Returns the whole of each message that completed one or is a part of one, by the id of the message. Of several
 * wholes it is the one that its own station completed. A whole that contains a reception of a hidden
 * station is shown only to the owner of all of these.
 *
 * @param accountId the account that reads, null for nobody in particular
 */
export async function ofParts(
  sql: Sql,
  parts: readonly Part[],
  accountId: string | null,
): Promise<Map<string, Whole>> {
  const ids = parts.map(({ id }) => id);
  const groupIds = [...new Set(parts.map(({ groupId }) => groupId))];
  const wholes = await shownWholes(
    sql,
    sql`(message_id = any(${ids}::uuid[]) or part_ids && ${groupIds}::uuid[])`,
    accountId,
  );
  const found = new Map<string, Whole>();
  for (const part of parts) {
    const own = wholes.filter(
      ({ id, partIds }) => id === part.id || partIds.includes(part.groupId),
    );
    const whole =
      own.find(({ id }) => id === part.id) ??
      own.find(({ stationId }) => stationId === part.stationId) ??
      own[0];
    if (whole !== undefined) found.set(part.id, whole);
  }
  return found;
}

/** Returns the wholes that messages completed, by the id of the message; see `ofParts`. */
export async function completedBy(
  sql: Sql,
  messageIds: readonly string[],
  accountId: string | null,
): Promise<Map<string, Whole>> {
  const wholes = await shownWholes(
    sql,
    sql`message_id = any(${[...messageIds]}::uuid[])`,
    accountId,
  );
  return new Map(wholes.map((whole) => [whole.id, whole]));
}

async function shownWholes(
  sql: Sql,
  condition: Fragment,
  accountId: string | null,
): Promise<Whole[]> {
  return await sql<Whole[]>`
    select message_id as id, group_id, station_id, received_at as timestamp, to_jsonb(part_ids) as part_ids,
      joined_by, body as text, decoded, latitude, longitude, altitude
    from message_wholes
    where ${condition} and not exists (
      select from stations
      where stations.id = any(station_ids) and hidden and account_id is distinct from ${accountId}
    )
    order by message_id`;
}

/** Deletes wholes of messages from before `cutoff`, at most `rowsMax`, and returns how many there were. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from message_wholes where message_id in (
      select message_id from message_wholes where message_id < ${messageIdFloor(cutoff.getTime())}
      order by message_id limit ${rowsMax}
    )`;
  return count;
}
