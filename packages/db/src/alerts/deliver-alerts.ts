import { nextNotificationId, trimNotifications } from "../notifications/notifications.ts";
import type { Sql } from "../connection/database.ts";

/** The most matches of which an account is notified in 24 hours, in each way. */
const perDayMax = 100;

/** A match of which its owner was notified. */
export interface DeliveredAlert {
  readonly accountId: string;
  readonly rule: string;
  /** Whether there is a notification. */
  readonly notify: boolean;
  /** The address to which a mail is to be sent; null for none. */
  readonly to: string | null;
  readonly stopToken: string;
  readonly messageId: string;
  /** The words of the notification. */
  readonly body: string;
}

/**
 * Notifies owners of new matches, of at most `rulesMax` rules: of the latest one of each rule, with the
 * number of the others. A rule waits a minute after it has notified. Each match is delivered once, by any
 * number of processes: one delivers at a time, and the others return nothing. Matches of muted rules,
 * ended accounts, hidden stations and those beyond the daily limit are taken without a notification.
 */
export async function deliver(sql: Sql, rulesMax: number): Promise<DeliveredAlert[]> {
  // This runs each second, and most of the time nothing waits.
  const waiting = await sql`select from alert_matches where taken_at is null limit 1`;
  if (waiting.length === 0) return [];
  const ids = Array.from({ length: rulesMax }, nextNotificationId);
  const delivered = await sql<DeliveredAlert[]>`
    select account_id, rule, stop_token, message_id,
      words as body, notified as notify, recipient as "to"
    from deliver_alerts(${ids}::uuid[], ${perDayMax})`;
  const notified = delivered.filter(({ notify }) => notify).map(({ accountId }) => accountId);
  if (notified.length > 0) await trimNotifications(sql, notified);
  return delivered;
}

/** Deletes matches before `cutoff`, delivered or not, at most `rowsMax`. @returns how many */
export async function deleteMatches(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from alert_matches where (rule_id, group_id) in (
      select rule_id, group_id from alert_matches
      where matched_at < ${cutoff} order by matched_at limit ${rowsMax}
    )`;
  return count;
}
