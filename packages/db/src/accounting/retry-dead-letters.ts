import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import {
  type DeadLetterSelection,
  readDeadLetters,
  removeDeadLetter,
  type StoredDeadLetter,
} from "./dead-letters.ts";
import { type EntryToRetry, entryToRetry } from "./entry-to-retry.ts";

/** Runs queries, each within a deadline. */
type RunQuery = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Appends the entry of a dead letter to its partition, once however often it is called. */
type Requeue = (partition: number, id: number, entry: EntryToRetry) => Promise<void>;

/** The numbers of dead letters that are back in the stream, and of those that are no entries. */
export interface RetriedDeadLetters {
  readonly retried: readonly number[];
  readonly unreadable: readonly number[];
}

/**
 * Puts dead letters back into the stream, one after another. The mark of `requeue` outlives a process that
 * ends between the two steps: no second entry is appended.
 */
export async function retryDeadLetters(
  letters: readonly StoredDeadLetter[],
  run: RunQuery,
  requeue: Requeue,
  actorOf: (letter: StoredDeadLetter) => Actor,
): Promise<RetriedDeadLetters> {
  const retried: number[] = [];
  const unreadable: number[] = [];
  for (const letter of letters) {
    const entry = entryToRetry(letter);
    if (entry === null) {
      unreadable.push(letter.id);
      continue;
    }
    await requeue(letter.partition, letter.id, entry);
    const isRemoved = await run((sql) => removeDeadLetter(sql, letter.id, actorOf(letter)));
    if (isRemoved) retried.push(letter.id);
  }
  return { retried, unreadable };
}

/** Asks for a retry of dead letters, at most `rowsMax`. @returns how many were asked for now */
export async function askForRetry(
  sql: Sql,
  { ids, reason }: DeadLetterSelection,
  by: { readonly accountId: string; readonly reason: string },
  rowsMax: number,
): Promise<number> {
  const actor = { kind: "account", id: by.accountId, reason: by.reason } as const;
  const object = { kind: "dead-letter", id: sql`concat(min(asked.id), '-', max(asked.id))` };
  const about = { actor, action: "dead-letter.ask-retry", object };
  const rows = await sql`
    with asked as (
      update dead_letters set retry_by = ${by.accountId}, retry_reason = ${by.reason}, unreadable = false
      where id in (
        select id from dead_letters where dropped_at is null and retry_by is null
          ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}
          ${reason === undefined ? sql`` : sql`and reason = ${reason} and not unreadable`}
        order by id limit ${rowsMax}
      )
      returning id
    ), recorded as (${recordAction(sql, about, sql`from asked having count(*) > 0`)})
    select id from asked`;
  return rows.length;
}

/** Retries dead letters for which operators have asked, at most `rowsMax`. @returns how many were looked at */
export async function retryAskedDeadLetters(
  run: RunQuery,
  requeue: Requeue,
  rowsMax: number,
): Promise<number> {
  const asked = await run(
    (sql) => sql<{ id: number; by: string; reason: string | null }[]>`
      select id, retry_by as by, retry_reason as reason from dead_letters
      where retry_by is not null and dropped_at is null order by id limit ${rowsMax}`,
  );
  if (asked.length === 0) return 0;
  const byId = new Map(asked.map((one) => [one.id, one]));
  const letters = await run((sql) =>
    readDeadLetters(sql, { ids: [...byId.keys()] }, { limit: rowsMax }),
  );
  const { unreadable } = await retryDeadLetters(letters, run, requeue, ({ id }) => {
    const { by = "", reason = null } = byId.get(id) ?? {};
    return { kind: "account", id: by, reason: reason ?? undefined };
  });
  if (unreadable.length > 0) await run((sql) => markUnreadable(sql, unreadable));
  return asked.length;
}

async function markUnreadable(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql`
    update dead_letters set retry_by = null, retry_reason = null, unreadable = true
    where id = any(${[...ids]}::bigint[])`;
}

/** Deletes numbers of retries from before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteRetryCounts(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from dead_letter_retries where (producer, seq) in (
      select producer, seq from dead_letter_retries where retried_at < ${cutoff.toISOString()}
      limit ${rowsMax}
    )`;
  return count;
}
