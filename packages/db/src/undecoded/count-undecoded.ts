import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Other receptions of a transmission, which may be decoded, come within this time. */
const waitMs = 10 * 60_000;

/**
 * Counts transmissions whose text nothing has read, by day, label, layout and airline, from where the last count ended.
 * Messages that are stored later than ten minutes after they were accepted are not counted.
 *
 * @returns how many messages were looked at; fewer than `messagesMax` if these are all
 */
export async function countTexts(sql: Sql, nowMs: number, messagesMax: number): Promise<number> {
  const [row] = await sql<{ messages: number }[]>`
    select count_undecoded_texts(${messageIdFloor(nowMs - waitMs)}, ${messagesMax}) as messages`;
  return row?.messages ?? 0;
}

/** Deletes counts of days before `cutoff`, and those of which nothing is left, at most `rowsMax`. */
export async function deleteOld(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from undecoded_texts where ctid in (
      select ctid from undecoded_texts where day < ${cutoff}::timestamptz::date or messages <= 0
      limit ${rowsMax}
    )`;
  return count;
}
