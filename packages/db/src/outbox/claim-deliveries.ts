import type { Sql } from "../connection/database.ts";
import { isWaiting, nextAttempt, saysRedacted } from "./rows.ts";

/** The address and the secrets by which a message is sent to a destination. */
export type DeliveryTarget =
  | {
      readonly channel: "webhook";
      readonly url: string;
      readonly secret: string;
      /** The secret before, while it signs as well. */
      readonly previousSecret?: string;
    }
  | {
      readonly channel: "ntfy";
      readonly url: string;
      readonly topic: string;
      readonly token: string | null;
    }
  | { readonly channel: "discord" | "slack"; readonly url: string }
  | { readonly channel: "telegram"; readonly token: string; readonly chatId: string }
  | {
      readonly channel: "webpush";
      readonly endpoint: string;
      readonly p256dh: string;
      readonly auth: string;
    };

/** A message to a destination that a process sends now. */
export interface DueDelivery {
  readonly id: string;
  readonly destinationId: string;
  /** The type of the notification, `test`, or `quiet-summary`. */
  readonly kind: string;
  readonly facts: {
    readonly notificationId?: string;
    readonly title?: string;
    readonly body?: string;
    readonly data?: Readonly<Record<string, unknown>>;
    /** Counts what a summary summarizes, and names it. */
    readonly count?: string;
    readonly what?: string;
  };
  readonly createdAt: string;
  readonly attempts: number;
  readonly target: DeliveryTarget;
}

/** Seconds until a delivery is tried again: 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, then each 4 h, more or less a fifth. */
const backOff = { firstSeconds: 10, factor: 4, mostSeconds: 14_400, jitter: 0.2 } as const;

/** Longer than an attempt: until then no other process sends to the destination. */
const busySeconds = 60;
/** Deliveries that are due and looked at, of destinations that are free. */
const lookedMax = 500;

/**
 * Claims deliveries that are due, at most one of each destination, those due longest first. No other
 * process gets them before their next attempt. A process that is killed while it sends one repeats it then, with its id.
 */
export async function claim(sql: Sql, rowsMax: number): Promise<DueDelivery[]> {
  return await sql<DueDelivery[]>`
    with due as materialized (
      select o.id, o.destination_id, o.next_attempt_at
      from outbox o join destinations d on d.id = o.destination_id
      where ${isWaiting(sql)} and next_attempt_at <= now() and expires_at > now()
        and not ${saysRedacted(sql)} and (d.enabled or kind = 'test') and d.busy_until <= now()
      order by next_attempt_at limit ${lookedMax}
    ), free as materialized (
      select id from destinations
      where id in (select destination_id from due) and busy_until <= now()
      order by id limit ${rowsMax} for update skip locked
    ), first as materialized (
      select distinct on (destination_id) id, destination_id from due
      where destination_id in (select id from free)
      order by destination_id, next_attempt_at
    ), claimed as (
      update outbox set attempts = attempts + 1, next_attempt_at = ${nextAttempt(sql, backOff)}
      from destinations d
      where outbox.id in (select id from first) and d.id = outbox.destination_id
        and ${isWaiting(sql)} and next_attempt_at <= now()
      returning outbox.id, destination_id, kind, facts, outbox.created_at, attempts,
        case when d.previous_secret_until > now() then d.target else d.target - 'previousSecret' end as target
    ), busy as (
      -- Not of what another statement has changed meanwhile: nothing is sent to it.
      update destinations set busy_until = now() + ${busySeconds} * interval '1 second'
      where id in (select destination_id from claimed)
    )
    select * from claimed`;
}
