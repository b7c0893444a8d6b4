import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import * as deadLetters from "./dead-letters.ts";
import { type DeadLetterSelection, isWaiting, removeDeadLetter, selected } from "./dead-letters.ts";
import { type EntryToRetry, entryToRetry } from "./entry-to-retry.ts";

/** Runs queries, each within a deadline. */
type RunQuery = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** Appends the entry of a dead letter to its partition, once however often it is called. */
type Requeue = (partition: number, id: number, entry: EntryToRetry) => Promise<void>;

/**
 * Asks for a retry of dead letters, which an ingest carries out, oldest first.
 *
 * @param actor an account, or an operator of the command line
 * @param page at most `limit` of those with a number above `after`
 * @returns their numbers, without those that wait for a retry already
 */
export async function askForRetry(
  sql: Sql,
  selection: DeadLetterSelection,
  actor: Actor,
  page: { readonly limit: number; readonly after?: number },
): Promise<number[]> {
  const object = { kind: "dead-letter", id: sql`concat(min(asked.id), '-', max(asked.id))` };
  const about = { actor, action: "dead-letter.ask-retry", object };
  const rows = await sql<{ id: number }[]>`
    with asked as (
      update dead_letters set unreadable = false, retry_reason = ${actor.reason ?? null},
        retry_by = ${actor.kind === "account" ? actor.id : null},
        retry_operator = ${actor.kind === "account" ? null : actor.name}
      where id in (
        select id from dead_letters where ${selected(sql, selection)} and not ${isWaiting(sql)}
          and id > ${page.after ?? 0} ${selection.ids === undefined ? sql`and not unreadable` : sql``}
        order by id limit ${page.limit}
      )
      returning id
    ), recorded as (${recordAction(sql, about, sql`from asked having count(*) > 0`)})
    select id from asked order by id`;
  return rows.map(({ id }) => id);
}

/** Tells what became of dead letters that were to be retried. */
export interface RetriedDeadLetters {
  readonly waiting: number;
  /** Their fields are no entry. */
  readonly unreadable: readonly number[];
}

/** Reads what became of dead letters; those that are back in the stream are in neither list. */
export async function readRetries(sql: Sql, ids: readonly number[]): Promise<RetriedDeadLetters> {
  const rows = await sql<{ id: number; waits: boolean }[]>`
    select id, ${isWaiting(sql)} as waits from dead_letters
    where id = any(${[...ids]}::bigint[]) and dropped_at is null
      and (unreadable or ${isWaiting(sql)}) order by id`;
  return {
    waiting: rows.filter(({ waits }) => waits).length,
    unreadable: rows.filter(({ waits }) => !waits).map(({ id }) => id),
  };
}

interface Asked {
  readonly id: number;
  readonly by: string | null;
  readonly operator: string | null;
  readonly reason: string | null;
}

/**
 * Puts dead letters back into the stream for which operators have asked, at most `rowsMax`, one after another.
 * The mark of `requeue` outlives a process that ends between the two steps: no second entry is appended.
 */
export async function retryAsked(run: RunQuery, requeue: Requeue, rowsMax: number): Promise<void> {
  const asked = await run(
    (sql) => sql<Asked[]>`
      select id, retry_by as by, retry_operator as operator, retry_reason as reason from dead_letters
      where ${isWaiting(sql)} and dropped_at is null order by id limit ${rowsMax}`,
  );
  if (asked.length === 0) return;
  const byId = new Map(asked.map((one) => [one.id, one]));
  const letters = await run((sql) =>
    deadLetters.readAll(sql, { ids: [...byId.keys()] }, { limit: rowsMax }),
  );
  const unreadable: number[] = [];
  for (const letter of letters) {
    const { id, partition } = letter;
    const entry = entryToRetry(letter);
    if (entry === null) {
      unreadable.push(id);
      continue;
    }
    await requeue(partition, id, entry);
    await run((sql) => removeDeadLetter(sql, id, actorOf(byId.get(id))));
  }
  if (unreadable.length > 0) await run((sql) => markUnreadable(sql, unreadable));
}

function actorOf(asked: Asked | undefined): Actor {
  const { by = null, operator = null, reason } = asked ?? {};
  return {
    ...(by === null ? { kind: "operator", name: operator ?? "" } : { kind: "account", id: by }),
    reason: reason ?? undefined,
  };
}

async function markUnreadable(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql`
    update dead_letters
    set retry_by = null, retry_operator = null, retry_reason = null, unreadable = true
    where id = any(${[...ids]}::bigint[])`;
}

/** Deletes numbers of retries from before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteRetryCounts(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from dead_letter_retries where (producer, seq) in (
      select producer, seq from dead_letter_retries where retried_at < ${cutoff}
      limit ${rowsMax}
    )`;
  return count;
}
