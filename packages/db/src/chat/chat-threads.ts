import { type ChatThread, messageIdFloor, unreadCountMax } from "@jetwire/protocol";
import { type ChatMessageRow, toChatMessage } from "./chat-messages.ts";
import type { Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

/**
 * Records that a user has read a thread up to now.
 *
 * @returns when, and whether the other user may be notified; null if there is no such thread.
 */
export async function markThreadRead(
  sql: Sql,
  userId: string,
  partnerId: string,
): Promise<{ readAt: string; mayNotifyPartner: boolean } | null> {
  const [row] = await sql<{ readAt: string; mayNotifyPartner: boolean }[]>`
    update chat_threads set read_at = now()
    where user_id = ${userId} and partner_id = ${partnerId}
    returning read_at, not exists (
      select 1 from chat_blocks
      where (user_id = ${userId} and blocked_id = ${partnerId})
        or (user_id = ${partnerId} and blocked_id = ${userId})
    ) as may_notify_partner`;
  return row ?? null;
}

/** Lists a user's conversations, the latest message first; cursors are chat message ids. */
export async function listThreads(sql: Sql, userId: string, page: Page): Promise<ChatThread[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["t.last_message_id"]);
  const rows = await sql<(ChatMessageRow & ThreadRow)[]>`
    select t.partner_id as user_id, a.username, t.read_at, p.read_at as partner_read_at, m.id, m.sender_id,
      m.recipient_id, m.body, m.created_at, m.client_id
    from chat_threads t
    join accounts a on a.id = t.partner_id
    join chat_messages m on m.id = t.last_message_id
    left join chat_threads p on p.user_id = t.partner_id and p.partner_id = t.user_id
    where t.user_id = ${userId} and ${within} ${ordered}`;
  const unread = await countUnread(sql, userId, rows);
  return inOrder(rows).map((row) => toThread(row, unread.get(row.userId) ?? 0));
}

type ThreadRow = Omit<ChatThread, "lastMessage" | "unreadCount">;

/** Counts unread messages of each thread, up to `unreadCountMax`. */
async function countUnread(
  sql: Sql,
  userId: string,
  threads: readonly ThreadRow[],
): Promise<Map<string, number>> {
  const floors = threads.map(({ readAt }) =>
    messageIdFloor(readAt === null ? 0 : Date.parse(readAt)),
  );
  const rows = await sql<{ userId: string; unread: number }[]>`
    select thread.partner as user_id, count(*)::integer as unread
    from unnest(
      ${threads.map((thread) => thread.userId)}::uuid[], ${floors}::uuid[]
    ) as thread (partner, floor)
    cross join lateral (
      select 1 from chat_messages
      where least(sender_id, recipient_id) = least(thread.partner, ${userId}::uuid)
        and greatest(sender_id, recipient_id) = greatest(thread.partner, ${userId}::uuid)
        and id >= thread.floor and sender_id = thread.partner
      limit ${unreadCountMax}
    ) unread
    group by thread.partner`;
  return new Map(rows.map((row) => [row.userId, row.unread]));
}

function toThread(row: ChatMessageRow & ThreadRow, unreadCount: number): ChatThread {
  const { userId, username, readAt, partnerReadAt, ...message } = row;
  return {
    userId,
    username,
    lastMessage: toChatMessage(message),
    unreadCount,
    readAt,
    partnerReadAt,
  };
}
