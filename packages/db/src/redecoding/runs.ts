import type { Fragment, Sql } from "../connection/database.ts";

/** How far a run of reading again is. */
export interface RedecodingRun {
  /** The last message that was read. */
  readonly last: string;
  readonly messages: number;
  readonly changed: number;
}

/**
 * Returns how far an interrupted run is; null if there is none.
 *
 * @param selection the options of the run, as text
 */
export async function readRun(sql: Sql, selection: string): Promise<RedecodingRun | null> {
  const [row] = await sql<RedecodingRun[]>`
    select last, messages, changed from redecoding_runs where selection = ${selection}`;
  return row ?? null;
}

/** Returns the statement that records how far a run is. */
export function savedRun(sql: Sql, selection: string, run: RedecodingRun): Fragment {
  return sql`
    insert into redecoding_runs (selection, last, messages, changed)
    values (${selection}, ${run.last}, ${run.messages}, ${run.changed})
    on conflict (selection) do update set last = excluded.last, messages = excluded.messages,
      changed = excluded.changed, updated_at = now()`;
}

/** Deletes the record of a run that has read all. */
export async function endRun(sql: Sql, selection: string): Promise<void> {
  await sql`delete from redecoding_runs where selection = ${selection}`;
}
