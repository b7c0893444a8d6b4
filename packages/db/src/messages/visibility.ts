import type { Sql } from "../connection/database.ts";

/** The reader of messages, on whom it depends which stations are visible. */
export interface MessageViewer {
  /** Null for nobody in particular. */
  readonly accountId: string | null;
  /** Stations whose messages aren't shown then. */
  readonly hiddenStationIds: readonly number[];
}

/** A station that is shown to its owner alone, if it has one. */
export interface HiddenStation {
  readonly id: number;
  readonly accountId: string | null;
}

/**
 * All hidden stations. They are few, so who reads messages asks for them now and then: looked up in
 * each query, they would be in each day of its plan.
 */
export async function listHiddenStations(sql: Sql): Promise<HiddenStation[]> {
  return await sql<HiddenStation[]>`
    select id, account_id from stations where hidden`;
}

/** Whether a message may be shown. */
export function isShown(sql: Sql, { hiddenStationIds }: MessageViewer) {
  return sql`station_id <> all(${[...hiddenStationIds]}::integer[])`;
}
