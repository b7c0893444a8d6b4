import { MessageIds } from "@jetwire/protocol";
import { hostileTexts } from "./hostile-texts.ts";
import type { System } from "./system.ts";

/** Pages that show a text of the rows below. */
export const pagesWithTexts: ReadonlySet<string> = new Set([
  "/desk/alerts",
  "/notifications",
  "/operator/claims",
  "/operator/blocks",
  "/operator/announcements",
  "/operator/audit",
]);

/**
 * Writes the texts wherever the supervisor sees what others, or other operators, have written: notes of
 * claims, notifications, announcements, reasons, alert rules, a reported chat message. The supervisor owns the station of hostile idents.
 */
export async function writeHostileRows({ deployment }: System): Promise<void> {
  const { sql } = deployment.database;
  const [supervisor] = await sql<{ id: string }[]>`
    select id from accounts where username = 'supervisor'`;
  const [sender] = await sql<{ id: string }[]>`select id from accounts where username = 'sender'`;
  const [station] = await sql<{ id: number }[]>`
    select id from stations where ident = 'HOSTILE-1'`;
  const [free] = await sql<{ id: number }[]>`
    select id from stations where ident <> 'HOSTILE-1' limit 1`;
  if (!supervisor || !sender || !station) throw new Error("The rows need their owners");
  const ids = new MessageIds(Date.now);
  const [own, other] = [supervisor.id, sender.id];
  await sql`update stations set account_id = ${own} where id = ${station.id}`;
  // Postgres stores no character zero.
  for (const [at, text] of hostileTexts.map((one) => one.replaceAll("\u0000", "")).entries()) {
    await sql`
      insert into notifications (id, user_id, type, title, body, data)
      values (${ids.next(0)}, ${own}, 'alert.match', ${text}, ${text}, ${sql.json({ messageId: text })})`;
    await sql`
      insert into sender_blocks (kind, value, reason, blocked_by)
      values ('ident', ${`${at}${text}`.slice(0, 100)}, ${text}, ${text.slice(0, 100)})`;
    await sql`
      insert into alert_rules (account_id, name, filter, notify, email)
      values (${own}, ${text.slice(0, 64)}, ${sql.json({ text: text.slice(0, 64) })}, true, false)`;
    await sql`
      insert into audit_log (actor_kind, actor, action, object_kind, object_id, account_id, details)
      values ('operator', ${text}, 'key.revoke', 'key', ${text}, ${own}, ${sql.json({ reason: text })})`;
  }
  const text = hostileTexts.slice(0, 8).join(" ").slice(0, 480);
  await sql`
    insert into station_claims (station_id, account_id, note)
    values (${free?.id ?? station.id}, ${other}, ${text})`;
  await sql`
    insert into announcements (text, level, begins_at, published_by)
    values (${text}, 'warning', now(), ${text.slice(0, 100)})`;
  const [message] = await sql<{ id: string }[]>`
    insert into chat_messages (id, sender_id, recipient_id, body)
    values (${ids.next(0)}, ${other}, ${own}, ${text}) returning id`;
  await sql`
    insert into chat_reports (message_id, reporter_id, reported_id, reason, note)
    values (${message?.id ?? null}, ${own}, ${other}, 'other', ${text})`;
}
