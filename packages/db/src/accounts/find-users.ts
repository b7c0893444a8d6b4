import { type FoundUser, usersFoundMax } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { hasPrefix } from "../query/conditions.ts";

/** Finds users to whom a user can write, by the beginning of their name and ordered by name. */
export async function findUsers(sql: Sql, userId: string, prefix: string): Promise<FoundUser[]> {
  return await sql<FoundUser[]>`
    select id as user_id, username from accounts
    where ${canBeWrittenTo(sql, userId)} and ${hasPrefix(sql, sql`lower(username)`, prefix)}
    order by lower(username) collate "C" limit ${usersFoundMax}`;
}

/** Reads another user; null if there is none, or the user who asks cannot write to it. */
export async function readUser(sql: Sql, userId: string, id: string): Promise<FoundUser | null> {
  const [row] = await sql<FoundUser[]>`
    select id as user_id, username from accounts
    where ${canBeWrittenTo(sql, userId)} and id = ${id}`;
  return row ?? null;
}

/**
 * Whether a row of `accounts` is a user to whom a user can write: not the user itself, one who has blocked it or
 * whom it has blocked, or one that has ended or is banned.
 */
function canBeWrittenTo(sql: Sql, userId: string) {
  return sql`ended_at is null and banned_at is null and id <> ${userId}
    and not exists (select from stations where canary and account_id = accounts.id)
    and not exists (
      select 1 from chat_blocks
      where (user_id = accounts.id and blocked_id = ${userId})
        or (user_id = ${userId} and blocked_id = accounts.id)
    )`;
}
