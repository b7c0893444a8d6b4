import type { Sql } from "../connection/database.ts";
import { linkKinds, type MailKind, type MailValues } from "./mail-kinds.ts";
import { isWaiting, nextAttempt, saysRedacted } from "./rows.ts";

/** A mail that a process sends now. */
export type DueMail = {
  readonly [Kind in MailKind]: {
    readonly id: string;
    readonly kind: Kind;
    readonly to: string;
    readonly values: MailValues[Kind];
    readonly createdAt: string;
  };
}[MailKind];

/** Seconds until a mail is tried again: 1 minute, 4, 16, then each hour. */
const backOff = { firstSeconds: 60, factor: 4, mostSeconds: 3_600, jitter: 0 } as const;

/**
 * Claims mails that are due: links to sign in first, then the oldest. No other process gets them before their next attempt. A
 * process that is killed while it sends one repeats it then.
 */
export async function claim(sql: Sql, rowsMax: number): Promise<DueMail[]> {
  const rows = await sql<DueMail[]>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${nextAttempt(sql, backOff)}
    where id in (
      select id from outbox
      where ${isWaiting(sql)} and recipient is not null and next_attempt_at <= now() and expires_at > now()
        and not ${saysRedacted(sql)}
      order by kind = any(${[...linkKinds]}::text[]) desc, next_attempt_at
      limit ${rowsMax} for update skip locked
    )
    returning id, kind, recipient as "to", facts as "values", created_at`;
  return rows.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** Records that a mail was sent, and forgets its link. */
export async function markSent(sql: Sql, id: string): Promise<void> {
  await sql`update outbox set sent_at = now(), facts = '{}' where id = ${id} and sent_at is null`;
}

/** Records why a mail was not sent, which is tried again. `answer`: at most 300 characters, without the address. */
export async function markFailed(sql: Sql, id: string, answer: string): Promise<void> {
  await sql`update outbox set last_answer = ${answer} where id = ${id} and sent_at is null`;
}

/** Gives up a mail that the receiving server refuses for good, and forgets its link. `answer`: as above. */
export async function giveUp(sql: Sql, id: string, answer: string): Promise<void> {
  await sql`
    update outbox set given_up_at = now(), facts = '{}', last_answer = ${answer} where id = ${id} and sent_at is null`;
}

/** Gives up mails that could not be sent in time, or say what was redacted. @returns how many */
export async function giveUpExpired(sql: Sql): Promise<number> {
  const { count } = await sql`
    update outbox set given_up_at = now(), facts = '{}'
    where ${isWaiting(sql)} and recipient is not null and (expires_at <= now() or ${saysRedacted(sql)})`;
  return count;
}
