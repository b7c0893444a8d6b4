import { type FoundUser, usersFoundMax } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { hasPrefix } from "../query/conditions.ts";

/**
 * Finds users by the beginning of their name, by name. The user who asks, users who have blocked it
 * or whom it has blocked, and ended and banned users are left out.
 */
export async function findUsers(sql: Sql, userId: string, prefix: string): Promise<FoundUser[]> {
  return await sql<FoundUser[]>`
    select id as "userId", username from accounts
    where ended_at is null and banned_at is null and id <> ${userId}
      and not exists (select from stations where canary and account_id = accounts.id)
      and ${hasPrefix(sql, sql`lower(username)`, prefix)}
      and not exists (
        select 1 from chat_blocks
        where (user_id = accounts.id and blocked_id = ${userId})
          or (user_id = ${userId} and blocked_id = accounts.id)
      )
    order by lower(username) collate "C" limit ${usersFoundMax}`;
}
