import type { Message } from "@jetwire/protocol";
import type { Sql } from "./database.ts";
import { type MessageFilter, messageConditions } from "./message-filter.ts";
import { messageColumns, type MessageRow, toMessage } from "./message-row.ts";
import { isShown } from "./shown-messages.ts";

/**
 * One message that may be shown; the id names its partition, so one index is read.
 *
 * @param accountId who looks, null for nobody in particular
 */
export async function readMessage(
  sql: Sql,
  id: string,
  accountId: string | null = null,
): Promise<Message | null> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages where id = ${id} and ${isShown(sql, accountId)}`;
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
  // Of each key so many as the page holds, by its index, and then the page of those: an index gives
  // the rows of one key in the order of ids, those of several it doesn't.
  const ofEach = oneByOne(filter)
    .map(
      (one) =>
        sql`(select * from messages where ${messageConditions(sql, one)} ${cursors} ${last})`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from (${ofEach}) as messages ${last}`;
  const messages = rows.map(toMessage);
  return ascending ? messages.toReversed() : messages;
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
