import type { ChatBlock } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** The most users that one user can block. */
const blocksMax = 1_000;

/**
 * Blocks a user, who can then neither write to this user nor see whether this user is online. An
 * unknown id has no effect.
 *
 * @returns false if the user has blocked as many users as possible.
 */
export async function addBlock(sql: Sql, userId: string, blockedId: string): Promise<boolean> {
  const [row] = await sql<{ blocks: number }[]>`
    with added as (
      insert into chat_blocks (user_id, blocked_id)
      select ${userId}, id from accounts where id = ${blockedId}
        and (select count(*) from chat_blocks where user_id = ${userId}) < ${blocksMax}
      on conflict do nothing
    )
    select count(*) filter (where blocked_id <> ${blockedId}) as blocks
    from chat_blocks where user_id = ${userId}`;
  return (row?.blocks ?? 0) < blocksMax;
}

export async function removeBlock(sql: Sql, userId: string, blockedId: string): Promise<void> {
  await sql`delete from chat_blocks where user_id = ${userId} and blocked_id = ${blockedId}`;
}

/** Lists the users that a user has blocked, the latest first. */
export async function listBlocks(sql: Sql, userId: string): Promise<ChatBlock[]> {
  return await sql<ChatBlock[]>`
    select b.blocked_id as user_id, a.username, b.created_at
    from chat_blocks b join accounts a on a.id = b.blocked_id
    where b.user_id = ${userId} order by b.created_at desc, b.blocked_id limit ${blocksMax}`;
}

/** Lists the users who have blocked this user. */
export async function listBlockers(sql: Sql, userId: string, rowsMax: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select user_id as id from chat_blocks where blocked_id = ${userId} limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}

/** Whether the recipient exists and neither user has blocked the other. */
export async function mayReach(sql: Sql, senderId: string, recipientId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from accounts
    where id = ${recipientId} and ended_at is null and banned_at is null
      and not exists (
        select 1 from chat_blocks
        where (user_id = ${recipientId} and blocked_id = ${senderId})
          or (user_id = ${senderId} and blocked_id = ${recipientId})
      )`;
  return row !== undefined;
}

/** Returns which of these users a user may see: all but those who have blocked this user. */
export async function visibleUsers(
  sql: Sql,
  userId: string,
  users: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${[...users]}::uuid[]) as seen (id)
    where id = ${userId} or not exists (
      select 1 from chat_blocks where user_id = seen.id and blocked_id = ${userId}
    )
    order by id`;
  return rows.map(({ id }) => id);
}
