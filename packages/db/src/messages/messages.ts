import type { Message } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { type MessageFilter, messageConditions } from "./message-filter.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-row.ts";
import { isShown, type MessageViewer } from "./visibility.ts";

/** One message that may be shown; the id names its partition, so one index is read. */
export async function readMessage(
  sql: Sql,
  id: string,
  viewer: MessageViewer = { accountId: null, hiddenStationIds: [] },
): Promise<Message | null> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages where id = ${id} and ${isShown(sql, viewer)}`;
  return row ? toMessage(row) : null;
}

export interface MessagePage {
  readonly limit: number;
  /** Ids, both exclusive. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * Messages, newest first. With `after` alone it is the page next to it, so that a reader can follow
 * what comes.
 */
export async function listMessages(
  sql: Sql,
  filter: MessageFilter,
  { limit, before, after }: MessagePage,
): Promise<Message[]> {
  const ascending = after !== undefined && before === undefined;
  const last = sql`order by id ${ascending ? sql`asc` : sql`desc`} limit ${limit}`;
  const cursors = [
    before === undefined ? sql`` : sql`and id < ${before}`,
    after === undefined ? sql`` : sql`and id > ${after}`,
  ];
  const keys = oneByOne(filter);
  const columns = messageColumns(sql);
  const rowsOf = (one: MessageFilter, selected: typeof columns) =>
    sql`select ${selected} from messages where ${messageConditions(sql, one)} ${cursors} ${last}`;
  if (keys.length === 1) return inOrder(await sql<MessageRow[]>`${rowsOf(filter, columns)}`);
  // Of each key so many as the page holds, by its index, and then the page of those: an index gives
  // the rows of one key in the order of ids, those of several it doesn't.
  const ofEach = keys
    .map((one) => sql`(${rowsOf(one, sql`*`)})`)
    .reduce((all, one) => sql`${all} union all ${one}`);
  return inOrder(await sql<MessageRow[]>`select ${columns} from (${ofEach}) as messages ${last}`);

  function inOrder(rows: readonly MessageRow[]): Message[] {
    const messages = rows.map(toMessage);
    return ascending ? messages.toReversed() : messages;
  }
}

/**
 * A filter for each key that an index is asked for several of; the filter itself where one of its
 * indexes is asked for a single key.
 */
function oneByOne(filter: MessageFilter): MessageFilter[] {
  const { flightKeys, airframeIds, labels, tail, stationId } = filter;
  if (flightKeys && flightKeys.length > 1) {
    return flightKeys.map((key) => ({ ...filter, flightKeys: [key] }));
  }
  if (airframeIds && airframeIds.length > 1) {
    return airframeIds.map((id) => ({ ...filter, airframeIds: [id] }));
  }
  const isNarrower = flightKeys ?? airframeIds ?? tail ?? stationId;
  if (labels && labels.length > 1 && isNarrower === undefined) {
    return labels.map((label) => ({ ...filter, labels: [label] }));
  }
  return [filter];
}
