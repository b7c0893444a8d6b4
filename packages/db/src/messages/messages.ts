import { type CompletedMessage, type Message, withBestContent } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { selectColumns } from "../query/columns.ts";
import { keyset, type Page } from "../query/keyset.ts";
import { accessPath } from "../message-filters/access-path.ts";
import { type MessageFilter, messageConditions } from "../message-filters/message-filter.ts";
import { messageColumns, withoutUnknown } from "./message-columns.ts";
import { copiesMax } from "./content-copies.ts";
import { idsNear, receptionsOf } from "./receptions.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/**
 * Returns one message that may be shown, with the content of its transmission, which is looked up with each read, so that
 * a reception that was redacted, erased or hidden gives nothing any more. One statement, because most of the time of a
 * read by id is that of sending statements; the ids tell which days it reads.
 */
export async function read(
  sql: Sql,
  id: string,
  viewer: MessageViewer = { accountId: null, hiddenStationIds: [] },
): Promise<CompletedMessage | null> {
  const shown = isShown(sql, viewer);
  const others = receptionsOf(sql, sql`*`, {
    group: sql`asked.group_id`,
    ofEach: sql`id <> asked.id and ${idsNear(sql, id)} and ${shown}`,
    max: copiesMax,
  });
  const [message, ...copies] = withoutUnknown(
    await sql<Message[]>`
      with asked as materialized (select * from messages where id = ${id} and ${shown})
      select ${selectColumns(sql, messageColumns)} from (
        select 1 as place, * from asked
        union all
        select 2, other.* from asked cross join lateral (${others}) as other
      ) as receptions order by place`,
  );
  return message === undefined ? null : withBestContent(message, copies);
}

/** Reads messages by their ids, newest first, also of hidden stations. */
export async function readAll(sql: Sql, ids: readonly string[]): Promise<Message[]> {
  return withoutUnknown(
    await sql<Message[]>`
      select ${selectColumns(sql, messageColumns)} from messages
      where id = any(${[...ids]}::uuid[]) order by id desc`,
  );
}

/** Lists messages, newest first. */
export async function list(sql: Sql, filter: MessageFilter, page: Page): Promise<Message[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const columns = selectColumns(sql, messageColumns);
  const { ranges } = accessPath(filter);
  const rowsOf = (one: MessageFilter, selected: Fragment) => sql`
    select ${selected} from messages where ${messageConditions(sql, one, ranges)} and ${within} ${ordered}`;
  const [first] = ranges;
  if (first !== undefined && ranges.length === 1) {
    return inOrder(withoutUnknown(await sql<Message[]>`${rowsOf(first, columns)}`));
  }
  // A page of each range, in the order of its index, and then the page of those.
  const merged = ranges
    .map((one) => sql`(${rowsOf(one, sql`*`)})`)
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<Message[]>`select ${columns} from (${merged}) as messages ${ordered}`;
  return inOrder(withoutUnknown(rows));
}
