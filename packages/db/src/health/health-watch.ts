import type { Sql } from "../connection/database.ts";

/**
 * Claims the next look at the service, so that one process at a time notifies.
 *
 * @param everySeconds the shortest time between two claims
 * @returns the faults as they were saved last; null if another process has looked within that time
 */
export async function claimWatch<Fault extends object>(
  sql: Sql,
  everySeconds: number,
): Promise<Fault[] | null> {
  const [row] = await sql<{ faults: Fault[] }[]>`
    update health_watch set checked_at = now()
    where checked_at < now() - ${everySeconds} * interval '1 second' or checked_at > now() + interval '1 minute'
    returning faults`;
  return row?.faults ?? null;
}

/** Saves the faults of the service, which replace those before. */
export async function saveFaults(sql: Sql, faults: readonly object[]): Promise<void> {
  await sql`update health_watch set faults = ${sql.json(faults as never)}`;
}
