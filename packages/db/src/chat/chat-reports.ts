import type { ChatReport, ChatReportSend } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";

/** A report as the operator's list shows it. */
export interface ListedChatReport {
  readonly id: string;
  readonly messageId: string;
  readonly reporter: string;
  readonly reported: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
  /** Reports about the same user, of all times. */
  readonly reportsOfUser: number;
}

/** A report with the message; null for a message that was erased or is no longer kept. */
export interface ReadChatReport extends ListedChatReport {
  readonly note: string | null;
  readonly resolution: string | null;
  readonly body: string | null;
}

export type ChatReportResult =
  | { readonly status: "reported"; readonly report: ChatReport }
  /** The user has received no such message, or has sent too many reports today. */
  | { readonly status: "unknown" | "too-many" };

/** The most reports of one user in a day. */
const reportsPerDayMax = 20;

/**
 * Reports a message that the user has received. Reporting it again returns the first report.
 */
export async function reportMessage(
  sql: Sql,
  reporterId: string,
  { messageId, reason, note }: ChatReportSend,
): Promise<ChatReportResult> {
  const known = await findReport(sql, reporterId, messageId);
  if (known !== null) return { status: "reported", report: known };
  const recorded = recordAction(
    sql,
    {
      actor: { kind: "account", id: reporterId },
      action: "chat-report.add",
      object: { kind: "chat-report", id: sql`id` },
      details: { reason },
    },
    sql`from added`,
  );
  const [row] = await sql<{ added: boolean; received: boolean }[]>`
    with received as (
      select id, sender_id from chat_messages where id = ${messageId} and recipient_id = ${reporterId}
    ), added as (
      insert into chat_reports (message_id, reporter_id, reported_id, reason, note)
      select id, ${reporterId}, sender_id, ${reason}, ${note ?? null} from received
      where ${reportsPerDayMax} > (
        select count(*) from chat_reports
        where reporter_id = ${reporterId} and created_at > now() - interval '1 day'
      )
      on conflict (message_id, reporter_id) do nothing
      returning id
    ), recorded as (${recorded})
    select exists (select 1 from added) as added, exists (select 1 from received) as received`;
  if (!row?.received) return { status: "unknown" };
  const report = await findReport(sql, reporterId, messageId);
  return report === null ? { status: "too-many" } : { status: "reported", report };
}

async function findReport(
  sql: Sql,
  reporterId: string,
  messageId: string,
): Promise<ChatReport | null> {
  const [row] = await sql<ChatReport[]>`
    select id, message_id, reason, created_at from chat_reports where reporter_id = ${reporterId} and message_id = ${messageId}`;
  return row ?? null;
}

/** Lists reports, newest first; only those that wait for the operator unless `all` is set. */
export async function listReports(
  sql: Sql,
  page: Page & { readonly all: boolean },
): Promise<ListedChatReport[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["created_at", "id"], {
    keyOf: (id) => sql`(select created_at, id from chat_reports where id = ${id})`,
  });
  const rows = await sql<ListedChatReport[]>`
    ${reports(sql)} where ${within} and (${page.all} or resolved_at is null) ${ordered}`;
  return inOrder(rows);
}

/** Reads a report with its message, and records that the operator has read it. */
export async function readReport(
  sql: Sql,
  id: string,
  actor: Actor,
): Promise<ReadChatReport | null> {
  const object = { kind: "chat-report", id };
  const action = "chat-report.read";
  const accountId = sql`reported_id`;
  const [row] = await sql<ReadChatReport[]>`
    with report as materialized (
      select shown.*, r.note, r.resolution, r.reported_id, (
        select nullif(m.body, '') from chat_messages m where m.id = r.message_id
      ) as body
      from (${reports(sql)}) as shown join chat_reports r on r.id = shown.id
      where shown.id = ${id}
    ), recorded as (${recordAction(sql, { actor, action, object, accountId }, sql`from report`)})
    select id, message_id, reporter, reported, reason, created_at, resolved_at, reports_of_user,
      note, resolution, body from report`;
  return row ?? null;
}

/** Resolves a report. @returns false if there is no such report that waits. */
export async function resolveReport(
  sql: Sql,
  id: string,
  resolution: string,
  actor: Actor,
): Promise<boolean> {
  const object = { kind: "chat-report", id };
  const about = { actor, action: "chat-report.resolve", object, accountId: sql`reported_id` };
  const rows = await sql`
    with resolved as (
      update chat_reports set resolved_at = now(), resolution = ${resolution}
      where id = ${id} and resolved_at is null returning id, reported_id
    ), recorded as (${recordAction(sql, about, sql`from resolved`)})
    select id from resolved`;
  return rows.length > 0;
}

function reports(sql: Sql) {
  return sql`
    select id, message_id, created_at, reason, resolved_at,
      (select username from accounts where accounts.id = reporter_id) as reporter,
      (select username from accounts where accounts.id = reported_id) as reported,
      (select count(*) from chat_reports other
        where other.reported_id = chat_reports.reported_id) as reports_of_user
    from chat_reports`;
}
