import type { Message } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { selectColumns } from "../query/columns.ts";
import { keyset, type Page } from "../query/keyset.ts";
import { accessPath } from "./access-path.ts";
import { type MessageFilter, messageConditions } from "./message-filter.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-columns.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/** One message that may be shown; the id names its partition, so one index is read. */
export async function readMessage(
  sql: Sql,
  id: string,
  viewer: MessageViewer = { accountId: null, hiddenStationIds: [] },
): Promise<Message | null> {
  const [row] = await sql<MessageRow[]>`
    select ${selectColumns(sql, messageColumns)} from messages where id = ${id} and ${isShown(sql, viewer)}`;
  return row ? toMessage(row) : null;
}

/** Reads messages by their ids, newest first, also of hidden stations. */
export async function readMessages(sql: Sql, ids: readonly string[]): Promise<Message[]> {
  const rows = await sql<MessageRow[]>`
    select ${selectColumns(sql, messageColumns)} from messages
    where id = any(${[...ids]}::uuid[]) order by id desc`;
  return rows.map(toMessage);
}

/** Lists messages, newest first. */
export async function listMessages(
  sql: Sql,
  filter: MessageFilter,
  page: Page,
): Promise<Message[]> {
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const columns = selectColumns(sql, messageColumns);
  const { ranges } = accessPath(filter);
  const rowsOf = (one: MessageFilter, selected: Fragment) => sql`
    select ${selected} from messages where ${messageConditions(sql, one, ranges)} and ${within} ${ordered}`;
  const [first] = ranges;
  if (first !== undefined && ranges.length === 1) {
    return inOrder(await sql<MessageRow[]>`${rowsOf(first, columns)}`).map(toMessage);
  }
  // A page of each range, in the order of its index, and then the page of those.
  const merged = ranges
    .map((one) => sql`(${rowsOf(one, sql`*`)})`)
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<MessageRow[]>`select ${columns} from (${merged}) as messages ${ordered}`;
  return inOrder(rows).map(toMessage);
}
