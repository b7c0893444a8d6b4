import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

interface Person {
  readonly id: string;
  readonly username: string;
}

/** A report of a chat message as operators see it. */
export interface OperatorReport {
  readonly id: string;
  readonly messageId: string;
  readonly reporter: Person;
  readonly author: Person;
  readonly reason: string;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
  readonly reportsOfAuthor: number;
}

/** A chat message as a report shows it. */
export interface ReportedMessage {
  readonly id: string;
  readonly senderId: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** A report with the conversation up to the message. */
export interface ReportedConversation extends OperatorReport {
  readonly note: string | null;
  readonly authorBlocked: boolean;
  readonly messages: readonly ReportedMessage[];
}

const messagesMax = 20;

/** Lists reports, newest first. */
export async function listReports(
  sql: Sql,
  page: Page & { readonly resolved: boolean },
): Promise<OperatorReport[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["created_at", "id"], {
    keyOf: (id) => sql`(select created_at, id from chat_reports where id = ${id})`,
  });
  const rows = await sql<Row[]>`
    select ${columns(sql)} from chat_reports
    where ${within} and (resolved_at is not null) = ${page.resolved} ${ordered}`;
  return inOrder(rows).map(toReport);
}

/** Reads a report with the conversation, and records that an operator has read it. */
export async function readConversationOfReport(
  sql: Sql,
  id: string,
  actor: Actor,
): Promise<ReportedConversation | null> {
  const about = {
    actor,
    action: "chat-report.read",
    object: { kind: "chat-report", id },
    accountId: sql`reported_id`,
  };
  const [row] = await sql<(Row & { note: string | null; authorBlocked: boolean })[]>`
    with read as materialized (select reported_id from chat_reports where id = ${id}),
    recorded as (${recordAction(sql, about, sql`from read`)})
    select ${columns(sql)}, note, (
      select banned_at is not null from accounts where accounts.id = reported_id
    ) as author_blocked
    from chat_reports where id = ${id}`;
  if (!row) return null;
  const { note, authorBlocked } = row;
  const messages = await messagesUpTo(sql, row);
  return { ...toReport(row), note, authorBlocked, messages };
}

async function messagesUpTo(sql: Sql, row: Row): Promise<ReportedMessage[]> {
  const { messageId, authorId, reporterId } = row;
  const rows = await sql<ReportedMessage[]>`
    select id, sender_id, body, created_at from chat_messages
    where least(sender_id, recipient_id) = least(${authorId}::uuid, ${reporterId}::uuid)
      and greatest(sender_id, recipient_id) = greatest(${authorId}::uuid, ${reporterId}::uuid)
      and id <= ${messageId}
    order by id desc limit ${messagesMax}`;
  return rows.toReversed();
}

/** Empties a chat message, as an erasure does. */
export async function redactChatMessage(sql: Sql, id: string, actor: Actor): Promise<void> {
  const about = {
    actor,
    action: "chat-message.redact",
    object: { kind: "chat-message", id },
    accountId: sql`sender_id`,
  };
  await sql`
    with redacted as (
      update chat_messages set body = '' where id = ${id} returning sender_id
    )
    ${recordAction(sql, about, sql`from redacted`)}`;
}

interface Row extends Omit<OperatorReport, "reporter" | "author"> {
  readonly reporterId: string;
  readonly reporterName: string;
  readonly authorId: string;
  readonly authorName: string;
}

function columns(sql: Sql) {
  return sql`id, message_id, reason, created_at,
    resolved_at, resolution,
    reporter_id, reported_id as author_id,
    (select username from accounts where accounts.id = reporter_id) as reporter_name,
    (select username from accounts where accounts.id = reported_id) as author_name,
    (select count(*) from chat_reports other
      where other.reported_id = chat_reports.reported_id) as reports_of_author`;
}

function toReport(row: Row): OperatorReport {
  return {
    id: row.id,
    messageId: row.messageId,
    reporter: { id: row.reporterId, username: row.reporterName },
    author: { id: row.authorId, username: row.authorName },
    reason: row.reason,
    createdAt: row.createdAt,
    resolvedAt: row.resolvedAt,
    resolution: row.resolution,
    reportsOfAuthor: row.reportsOfAuthor,
  };
}
