import type { OperatorChatReport, ReportedConversation } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

const messagesMax = 20;

/** Lists reports, newest first. */
export async function listReportsForOperator(
  sql: Sql,
  page: Page & { readonly resolved: boolean },
): Promise<OperatorChatReport[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["created_at", "id"], {
    keyOf: (id) => sql`(select created_at, id from chat_reports where id = ${id})`,
  });
  const rows = await sql<OperatorChatReport[]>`
    select ${columns(sql)} from chat_reports
    where ${within} and (resolved_at is not null) = ${page.resolved} ${ordered}`;
  return inOrder(rows);
}

/** Reads a report with the conversation, and records that an operator has read it. */
export async function readReportedConversation(
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
  const [row] = await sql<Omit<ReportedConversation, "messages">[]>`
    with read as materialized (select reported_id from chat_reports where id = ${id}),
    recorded as (${recordAction(sql, about, sql`from read`)})
    select ${columns(sql)}, note, (
      select banned_at is not null from accounts where accounts.id = reported_id
    ) as author_blocked
    from chat_reports where id = ${id}`;
  if (!row) return null;
  return { ...row, messages: await messagesUpTo(sql, row) };
}

async function messagesUpTo(
  sql: Sql,
  { messageId, author, reporter }: OperatorChatReport,
): Promise<ReportedConversation["messages"]> {
  const rows = await sql<ReportedConversation["messages"]>`
    select id, sender_id, body, created_at from chat_messages
    where least(sender_id, recipient_id) = least(${author.id}::uuid, ${reporter.id}::uuid)
      and greatest(sender_id, recipient_id) = greatest(${author.id}::uuid, ${reporter.id}::uuid)
      and id <= ${messageId}
    order by id desc limit ${messagesMax}`;
  return rows.toReversed();
}

/** Empties a chat message, as an erasure does. */
export async function redactMessage(sql: Sql, id: string, actor: Actor): Promise<void> {
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

function columns(sql: Sql) {
  const person = (id: Fragment) => sql`(
    select jsonb_build_object('id', id, 'username', username) from accounts where accounts.id = ${id}
  )`;
  return sql`id, message_id, reason, created_at, resolved_at, resolution,
    ${person(sql`reporter_id`)} as reporter, ${person(sql`reported_id`)} as author,
    (select count(*) from chat_reports other
      where other.reported_id = chat_reports.reported_id) as reports_of_author`;
}
