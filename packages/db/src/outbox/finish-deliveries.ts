import type { Sql } from "../connection/database.ts";
import { nextNotificationId } from "../notifications/notifications.ts";
import type { DueDelivery } from "./claim-deliveries.ts";
import { isWaiting, saysRedacted } from "./rows.ts";

/** The answer of a receiver to a delivery, or what went wrong. */
export interface Answered {
  /** The status of HTTP; null if there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or what went wrong, at most 300 characters. */
  readonly answer: string;
}

type Sent = Pick<DueDelivery, "id" | "destinationId">;

/** The most deliveries that one call gives up. */
const givenUpMax = 200;

/** Records that a delivery was taken, and forgets its words. */
export async function markDelivered(
  sql: Sql,
  { id, destinationId }: Sent,
  { status, answer }: Answered,
): Promise<void> {
  await sql`
    with sent as (
      update outbox set sent_at = now(), facts = '{}', last_status = ${status}::integer, last_answer = ${answer}
      where id = ${id} and sent_at is null
    )
    update destinations set busy_until = '-infinity', failing_since = null, last_delivered_at = now()
    where id = ${destinationId}`;
}

/**
 * Records that a delivery failed for now. A test is not tried again.
 *
 * @param waitSeconds the shortest time until it is tried again, which the receiver asked for
 */
export async function fail(
  sql: Sql,
  { id, destinationId }: Sent,
  { status, answer }: Answered,
  waitSeconds: number,
): Promise<void> {
  await sql`
    with failed as (
      update outbox set last_status = ${status}::integer, last_answer = ${answer},
        next_attempt_at = greatest(next_attempt_at, now() + ${waitSeconds}::float8 * interval '1 second'),
        given_up_at = case when kind = 'test' then now() end,
        facts = case when kind = 'test' then '{}' else facts end
      where id = ${id} and ${isWaiting(sql)}
    )
    update destinations set busy_until = '-infinity', failing_since = coalesce(failing_since, now())
    where id = ${destinationId}`;
}

/**
 * Switches a destination off whose receiver is closed for good, gives up what waits for it, and notifies its
 * owner. @returns the account, if it was on
 */
export async function disableEnded(
  sql: Sql,
  { id, destinationId }: Sent,
  { status, answer }: Answered,
): Promise<string | null> {
  const [row] = await sql<{ accountId: string }[]>`
    with ended as (
      update outbox set given_up_at = now(), facts = '{}',
        last_status = case when id = ${id} then ${status}::integer else last_status end,
        last_answer = case when id = ${id} then ${answer} else last_answer end
      where destination_id = ${destinationId} and ${isWaiting(sql)}
    ), off as (
      update destinations set enabled = false, busy_until = '-infinity', failing_since = coalesce(failing_since, now())
      where id = ${destinationId} and enabled
      returning id, account_id, name
    )
    insert into notifications (id, user_id, type, subject, title, body, data)
    select ${nextNotificationId()}::uuid, account_id, 'destination.failing', id::text,
      'Switched off: ' || name, 'Its receiver has closed it for good.',
      jsonb_build_object('destinationId', id)
    from off on conflict do nothing
    returning user_id as account_id`;
  return row?.accountId ?? null;
}

/**
 * Gives up deliveries that could not be made in three days or say what was redacted, and notifies the owners of the former.
 * A destination that has failed for all that time is switched off.
 *
 * @returns how many were given up, and the accounts that were notified
 */
export async function giveUpExpired(sql: Sql): Promise<{ rows: number; accountIds: string[] }> {
  const ids = Array.from({ length: givenUpMax }, nextNotificationId);
  const [row] = await sql<{ rows: number; accountIds: string[] }[]>`
    with chosen as materialized (
      select id from outbox
      where ${isWaiting(sql)} and destination_id is not null and (expires_at <= now() or ${saysRedacted(sql)})
      limit ${givenUpMax} for update skip locked
    ), dead as (
      update outbox set given_up_at = now(), facts = '{}' where id in (select id from chosen)
      returning destination_id, kind, created_at, expires_at, attempts, last_answer
    ), failed as (
      select destination_id, min(created_at) as created_at, max(last_answer) as said
      from dead where attempts > 0 and kind <> 'test' and expires_at <= now() group by 1
    ), off as (
      update destinations d set enabled = false from failed f
      where d.id = f.destination_id and d.enabled and d.failing_since is not null
        and coalesce(d.last_delivered_at < f.created_at, true)
      returning d.id
    ), noted as (
      insert into notifications (id, user_id, type, subject, title, body, data)
      select (${ids}::uuid[])[row_number() over (order by d.id)], d.account_id, 'destination.failing', d.id::text,
        'Nothing reaches ' || d.name,
        'Messages could not be delivered for three days. '
          || case when d.id in (select id from off) then 'It is switched off until you switch it on. ' else '' end
          || coalesce('The last answer: ' || f.said, ''),
        jsonb_build_object('destinationId', d.id)
      from failed f join destinations d on d.id = f.destination_id
      on conflict do nothing returning user_id
    )
    select (select count(*) from dead)::integer as rows,
      array(select distinct user_id::text from noted) as account_ids`;
  return row ?? { rows: 0, accountIds: [] };
}
