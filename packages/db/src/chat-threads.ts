import type { Sql } from "./database.ts";

/**
 * Notes that a user has read a thread up to now.
 *
 * @returns when, and whether the other side may be told; null when there is no such thread.
 */
export async function markThreadRead(
  sql: Sql,
  userId: string,
  partnerId: string,
): Promise<{ readAt: Date; isTold: boolean } | null> {
  const [row] = await sql<{ readAt: Date; isTold: boolean }[]>`
    update chat_threads set read_at = now()
    where user_id = ${userId} and partner_id = ${partnerId}
    returning read_at as "readAt", not exists (
      select 1 from chat_blocks
      where (user_id = ${userId} and blocked_id = ${partnerId})
        or (user_id = ${partnerId} and blocked_id = ${userId})
    ) as "isTold"`;
  return row ?? null;
}

/** With whom a user has a thread, the latest first. */
export async function listContacts(sql: Sql, userId: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select partner_id as id from chat_threads where user_id = ${userId}
    order by last_message_id desc limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}
