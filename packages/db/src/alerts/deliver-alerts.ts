import { nextNotificationId, trimNotifications } from "../accounts/notifications.ts";
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
 * number of the others. A rule waits a minute after it has notified. It is one statement, so that each
 * match is delivered once, by any number of processes. Matches of muted rules, ended accounts, hidden
 * stations and those beyond the daily limit are taken without a notification.
 */
export async function deliverAlerts(sql: Sql, rulesMax: number): Promise<DeliveredAlert[]> {
  const ids = Array.from({ length: rulesMax }, nextNotificationId);
  const delivered = await sql<DeliveredAlert[]>`
    with due as (
      select r.id, r.account_id, r.name, r.notify, r.email, r.muted_until, r.stop_token, (
        select m.group_id from alert_matches m where m.rule_id = r.id and m.taken_at is null
        order by m.matched_at desc, m.group_id desc limit 1
      ) as latest
      from alert_rules r
      where exists (select 1 from alert_matches m where m.rule_id = r.id and m.taken_at is null)
        and (r.delivered_at is null or r.delivered_at <= now() - interval '1 minute')
      order by r.delivered_at nulls first, r.id limit ${rulesMax} for update of r skip locked
    ), taken as (
      update alert_matches m set taken_at = now(), delivered = m.group_id = due.latest
      from due where m.rule_id = due.id and m.taken_at is null
      returning m.*
    ), touched as (
      update alert_rules r set delivered_at = now() from due where r.id = due.id
    ), shown as (
      select due.*, a.email as address, m.message_id, m.station_id, m.flight, m.tail, m.description,
        (select sum(1 + more) - 1 from taken t where t.rule_id = due.id)::integer as more
      from due
      join taken m on m.rule_id = due.id and m.delivered
      join accounts a on a.id = due.account_id and a.ended_at is null
      where not coalesce(due.muted_until > now(), false)
        and not exists (
          select 1 from stations s where s.id = m.station_id and s.hidden
            and s.account_id is distinct from due.account_id
        )
    ), numbered as (
      select shown.*, row_number() over (order by id) as place,
        row_number() over (partition by account_id order by id) as number,
        concat_ws(': ', coalesce(flight, tail), nullif(description, ''))
          || case when more > 0 then ' (and ' || more || ' more)' else '' end as words
      from shown
    ), notified as (
      insert into notifications (id, user_id, type, subject, title, body, data)
      select (${ids}::uuid[])[place], account_id, 'alert.match', id::text || ' ' || latest::text, name,
        words, jsonb_build_object('ruleId', id, 'messageId', message_id, 'flight', flight, 'tail', tail,
          'description', description, 'more', more)
      from numbered
      where notify and number + (
        select count(*) from notifications n
        where n.user_id = numbered.account_id and n.type = 'alert.match'
          and n.created_at > now() - interval '1 day'
      ) <= ${perDayMax}
      on conflict do nothing
      returning user_id, subject
    )
    select account_id as "accountId", name as rule, stop_token as "stopToken",
      message_id as "messageId", words as body,
      exists (
        select 1 from notified where subject = numbered.id::text || ' ' || latest::text
      ) as notify,
      case when email and number + (
        select count(*) from mails
        where mails.account_id = numbered.account_id and kind = 'alert'
          and mails.created_at > now() - interval '1 day'
      ) <= ${perDayMax} then address end as "to"
    from numbered`;
  const notified = delivered.filter(({ notify }) => notify).map(({ accountId }) => accountId);
  if (notified.length > 0) await trimNotifications(sql, notified);
  return delivered;
}

/** Deletes matches before `cutoff`, delivered or not, at most `rowsMax`. @returns how many */
export async function deleteAlertMatches(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from alert_matches where (rule_id, group_id) in (
      select rule_id, group_id from alert_matches
      where matched_at < ${cutoff.toISOString()} order by matched_at limit ${rowsMax}
    )`;
  return count;
}
