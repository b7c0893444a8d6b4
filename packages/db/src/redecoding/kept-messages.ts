import type { Message, Whole } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { messageColumns } from "../messages/message-columns.ts";
import { selectColumns } from "../query/columns.ts";

/** An id before all others. */
const nilId = "00000000-0000-0000-0000-000000000000";

/** The messages to read again. */
export interface Selection {
  /** The least id, and the first one that is too late. */
  readonly from: string;
  readonly until: string;
  /** The decoder program, as in `source`; null for all. */
  readonly source: string | null;
  readonly label: string | null;
}

/** A stored message with what it was read from. */
export type KeptRow = Message & {
  readonly flightKey: string | null;
  readonly raw: string | null;
  /** The text that the service joined when the message completed it. */
  readonly wholeText: string | null;
  /** The content that was read from it. */
  readonly wholeContent: Pick<Whole, "decoded" | "latitude" | "longitude" | "altitude"> | null;
};

/** Messages of one read, and the last one that was looked at. */
interface KeptMessages {
  readonly rows: readonly KeptRow[];
  /** Null if there are no more messages. */
  readonly last: string | null;
}

/**
 * Reads the next selected messages in the order of their ids. Of `rowsMax` messages only the selected ones are
 * returned, so that a rare selection does not make one statement long.
 */
export async function listKept(
  sql: Sql,
  selection: Selection,
  { after, rowsMax }: { after: string | null; rowsMax: number },
): Promise<KeptMessages> {
  const { from, until } = selection;
  const [end] = await sql<{ last: string | null }[]>`
    select (array_agg(id order by id desc))[1] as last from (
      select id from messages
      where id >= ${from} and id < ${until} and id > ${after ?? nilId}
      order by id limit ${rowsMax}
    ) as slice`;
  const last = end?.last ?? null;
  if (last === null) return { rows: [], last };
  const rows = await sql<KeptRow[]>`
    select ${selectColumns(sql, messageColumns)}, flight_key,
      (select raw from message_raws where message_raws.id = messages.id) as raw,
      whole_text, whole_content
    from messages left join lateral (
      select body as whole_text, jsonb_build_object(
        'decoded', decoded, 'latitude', latitude, 'longitude', longitude, 'altitude', altitude
      ) as whole_content
      from message_wholes where message_id = messages.id and joined_by = 'service'
    ) as whole on true
    where id >= ${from} and id > ${after ?? nilId} and id <= ${last}
      and ${isSelected(sql, selection)}
    order by id`;
  return { rows, last };
}

/** Counts the selected messages after one. */
export async function countSelected(
  sql: Sql,
  selection: Selection,
  after: string | null,
): Promise<number> {
  const { from, until } = selection;
  const [row] = await sql<{ messages: number }[]>`
    select count(*) as messages from messages
    where id >= ${from} and id < ${until} and id > ${after ?? nilId}
      and ${isSelected(sql, selection)}`;
  return row?.messages ?? 0;
}

function isSelected(sql: Sql, { source, label }: Selection): Fragment {
  return sql`(${source}::text is null or source = ${source})
    and (${label}::text is null or label = ${label})`;
}
