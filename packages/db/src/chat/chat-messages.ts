import { type ChatMessage, MessageIds } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { readAsOf } from "../connection/read-as-of.ts";
import { keyset, type Page } from "../query/keyset.ts";
import { mayReach } from "./chat-blocks.ts";

export interface ChatMessageToStore {
  readonly senderId: string;
  readonly recipientId: string;
  readonly body: string;
  /** The id that the sender chose for it, or null. */
  readonly clientId: string | null;
}

export type StoredChatMessage =
  /** `isFirst`: the users had no thread before. */
  | { readonly status: "stored"; readonly message: ChatMessage; readonly isFirst: boolean }
  /** A message with this `clientId` was stored before; it is returned unchanged. */
  | { readonly status: "repeated"; readonly message: ChatMessage }
  /** There is no such user, or one of the users has blocked the other. */
  | { readonly status: "unavailable" }
  /** The recipient has never answered, or the sender has begun too many conversations today. */
  | { readonly status: "unanswered" | "too-many-contacts" };

/** Limits of messages to users who have never answered. */
export interface FirstContactLimits {
  /** Messages to one of them. */
  readonly messagesMax: number;
  /** Users to whom a sender writes first, in 24 hours. */
  readonly contactsPerDayMax: number;
}

const ids = new MessageIds(Date.now);
const unlimited: FirstContactLimits = {
  messagesMax: 2_147_483_647,
  contactsPerDayMax: 2_147_483_647,
};

/**
 * Stores a message and both sides of its thread, once per `clientId` of the sender.
 *
 * @param limits of a first contact; simultaneous messages of one sender may exceed them by a few
 */
export async function storeMessage(
  sql: Sql,
  { senderId, recipientId, body, clientId }: ChatMessageToStore,
  limits: FirstContactLimits = unlimited,
): Promise<StoredChatMessage> {
  const id = ids.next(0);
  // Both sides in the same order for every sender, so that simultaneous messages do not deadlock.
  const [stored] = await sql<{ createdAt: string; isFirst: boolean }[]>`
    with contact as (${contactState(sql, senderId, recipientId)}), allowed as (
      select id from accounts
      where exists (
          select 1 from contact where answered or (unanswered < ${limits.messagesMax}
            and (known or contacts < ${limits.contactsPerDayMax}))
        )
        and id = ${recipientId} and ended_at is null and banned_at is null
        and not exists (
          select 1 from chat_blocks
          where (user_id = ${recipientId} and blocked_id = ${senderId})
            or (user_id = ${senderId} and blocked_id = ${recipientId})
        )
    ), stored as (
      insert into chat_messages (id, sender_id, recipient_id, body, client_id)
      select ${id}, ${senderId}, id, ${body}, ${clientId} from allowed
      on conflict (sender_id, client_id) where client_id is not null do nothing
      returning id, created_at
    ), threads as (
      insert into chat_threads (user_id, partner_id, last_message_id, started_by)
      select user_id, partner_id, stored.id, ${senderId}::uuid from stored, (values
        (${senderId}::uuid, ${recipientId}::uuid), (${recipientId}::uuid, ${senderId}::uuid)
      ) as sides (user_id, partner_id)
      order by user_id
      on conflict (user_id, partner_id) do update
        set last_message_id = greatest(chat_threads.last_message_id, excluded.last_message_id)
      returning xmax = 0 as is_new
    )
    select created_at, (select bool_and(is_new) from threads) as is_first
    from stored`;
  if (stored) {
    const { createdAt, isFirst } = stored;
    const row = { id, senderId, recipientId, body, createdAt, clientId };
    return { status: "stored", message: toChatMessage(row), isFirst };
  }
  const known = clientId === null ? null : await findByClientId(sql, senderId, clientId);
  if (known !== null) return { status: "repeated", message: toChatMessage(known) };
  return { status: await refusalOf(sql, { senderId, recipientId }, limits) };
}

async function findByClientId(
  sql: Sql,
  senderId: string,
  clientId: string,
): Promise<ChatMessageRow | null> {
  const [known] = await sql<ChatMessageRow[]>`
    select ${columns(sql)} from chat_messages
    where sender_id = ${senderId} and client_id = ${clientId}`;
  return known ?? null;
}

/** Whether the recipient has ever answered, and how much the sender has written without. */
function contactState(sql: Sql, senderId: string, recipientId: string) {
  const thread = sql`
    from chat_messages
    where least(sender_id, recipient_id) = least(${senderId}::uuid, ${recipientId}::uuid)
      and greatest(sender_id, recipient_id) = greatest(${senderId}::uuid, ${recipientId}::uuid)`;
  return sql`
    select answered, case when answered then 0 else (select count(*) ${thread}) end as unanswered,
      exists (
        select 1 from chat_threads where user_id = ${senderId} and partner_id = ${recipientId}
      ) as known,
      (
        select count(*) from chat_threads
        where user_id = ${senderId} and started_by = ${senderId}
          and started_at > now() - interval '1 day'
      ) as contacts
    from (
      select exists (select 1 ${thread} and sender_id = ${recipientId}) as answered
    ) as thread`;
}

/** Returns why a message was not stored. A blocked sender does not learn of the limits either. */
async function refusalOf(
  sql: Sql,
  { senderId, recipientId }: Pick<ChatMessageToStore, "senderId" | "recipientId">,
  { messagesMax, contactsPerDayMax }: FirstContactLimits,
): Promise<"unavailable" | "unanswered" | "too-many-contacts"> {
  if (!(await mayReach(sql, senderId, recipientId))) return "unavailable";
  const [row] = await sql<
    { answered: boolean; unanswered: number; known: boolean; contacts: number }[]
  >`${contactState(sql, senderId, recipientId)}`;
  if (!row || row.answered) return "unavailable";
  if (row.unanswered >= messagesMax) return "unanswered";
  return !row.known && row.contacts >= contactsPerDayMax ? "too-many-contacts" : "unavailable";
}

/**
 * Lists messages stored after an instant of the database's clock, oldest first. The time of a row is
 * when its statement began, so look back further than the longest statement may take.
 *
 * @param since null for no messages, only the time
 */
export async function messagesSince(
  sql: Sql,
  since: string | null,
  rowsMax: number,
): Promise<{ asOf: string; messages: ChatMessage[] }> {
  const asOf = await readAsOf(sql);
  const rows = await sql<ChatMessageRow[]>`
    select ${columns(sql)} from chat_messages
    where created_at > ${since} order by created_at, id limit ${rowsMax}`;
  return { asOf, messages: rows.map(toChatMessage) };
}

/** Lists the messages of a conversation, newest first. */
export async function listMessages(
  sql: Sql,
  userId: string,
  partnerId: string,
  page: Page,
): Promise<ChatMessage[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const rows = await sql<ChatMessageRow[]>`
    select ${columns(sql)} from chat_messages
    where least(sender_id, recipient_id) = least(${userId}::uuid, ${partnerId}::uuid)
      and greatest(sender_id, recipient_id) = greatest(${userId}::uuid, ${partnerId}::uuid)
      and ${within} ${ordered}`;
  return inOrder(rows).map(toChatMessage);
}

/** A row of `chat_messages`. */
export type ChatMessageRow = Omit<ChatMessage, "clientId"> & { readonly clientId: string | null };

function columns(sql: Sql) {
  return sql`id, sender_id, recipient_id, body, created_at, client_id`;
}

export function toChatMessage({ clientId, ...message }: ChatMessageRow): ChatMessage {
  return clientId === null ? message : { ...message, clientId };
}
