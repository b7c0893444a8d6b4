import { deliveriesPerHourMax, type Delivery } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { keyset, type Page } from "../query/keyset.ts";
import type { Answered } from "./finish-deliveries.ts";

interface OwnDestination {
  readonly id: string;
  readonly accountId: string;
}

/** How long a test waits to be sent, seconds: somebody looks on. */
const testSeconds = 30;

/** Lists the deliveries to a destination of an account, newest first. */
export async function list(
  sql: Sql,
  { id, accountId }: OwnDestination,
  page: Page,
): Promise<Delivery[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const rows = await sql<Delivery[]>`
    select id, kind as type,
      case when sent_at is not null then 'delivered' when given_up_at is not null then 'given-up' else 'waiting' end
        as status,
      attempts, created_at, case when sent_at is null and given_up_at is null then next_attempt_at end as next_attempt_at,
      sent_at as delivered_at, last_status, last_answer
    from outbox where destination_id = ${id} and account_id = ${accountId} and ${within} ${ordered}`;
  return inOrder(rows);
}

/**
 * Queues a test of a destination of an account before everything that waits, also of one that is switched off.
 *
 * @returns the id of the delivery; why not otherwise
 */
export async function queueTest(
  sql: Sql,
  { id, accountId }: OwnDestination,
): Promise<{ readonly deliveryId: string } | "not-found" | "too-many"> {
  const [row] = await sql<{ deliveryId: string | null }[]>`
    with queued as (
      insert into outbox (id, kind, destination_id, account_id, facts, next_attempt_at, expires_at)
      select outbox_id(), 'test', id, account_id, '{}', 'epoch', now() + ${testSeconds} * interval '1 second'
      from destinations where id = ${id} and account_id = ${accountId} and ${deliveriesPerHourMax} > (
        select count(*) from outbox
        where account_id = ${accountId} and destination_id is not null and created_at > now() - interval '1 hour'
      )
      returning id
    )
    select (select id from queued) as delivery_id
    from destinations where id = ${id} and account_id = ${accountId}`;
  if (row === undefined) return "not-found";
  return row.deliveryId === null ? "too-many" : { deliveryId: row.deliveryId };
}

/** Returns how a test has ended; null while it has not. */
export async function readTest(
  sql: Sql,
  deliveryId: string,
): Promise<(Answered & { readonly delivered: boolean }) | null> {
  const [row] = await sql<(Answered & { delivered: boolean })[]>`
    select sent_at is not null as delivered, last_status as status, coalesce(last_answer, '') as answer
    from outbox where id = ${deliveryId} and (sent_at is not null or given_up_at is not null)`;
  return row ?? null;
}
