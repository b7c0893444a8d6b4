import type { Message } from "@jetwire/protocol";
import type { Sql } from "./database.ts";
import { type Condition, type MessageFilter, messageConditions } from "./message-filter.ts";
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
  const several = severalKeysOf(sql, filter);
  const page = [
    messageConditions(sql, { ...filter, ...several?.without }),
    before === undefined ? sql`` : sql`and id < ${before}`,
    after === undefined ? sql`` : sql`and id > ${after}`,
  ];
  // Of each key so many as the page holds, by its index, and then the page of those: an index gives
  // the rows of one key in the order of ids, those of several it doesn't.
  const rows = await (several === null
    ? sql<MessageRow[]>`select ${messageColumns(sql)} from messages where ${page} ${last}`
    : sql<MessageRow[]>`
        select ${messageColumns(sql)} from ${several.keys} as one (key) cross join lateral (
          select * from messages where ${several.column} = one.key and ${page} ${last}
        ) of_key ${last}`);
  const messages = rows.map(toMessage);
  return ascending ? messages.toReversed() : messages;
}

interface SeveralKeys {
  readonly column: Condition;
  readonly keys: Condition;
  /** What of the filter the keys stand for. */
  readonly without: Partial<MessageFilter>;
}

/** What is looked up under several keys of an index, where nothing that has one key is given. */
function severalKeysOf(sql: Sql, filter: MessageFilter): SeveralKeys | null {
  const { flightKeys, airframeIds, labels, tail, stationId } = filter;
  if (flightKeys && flightKeys.length > 1) {
    const keys = sql`unnest(${[...flightKeys]}::text[])`;
    return { column: sql`flight_key`, keys, without: { flightKeys: undefined } };
  }
  if (airframeIds && airframeIds.length > 1) {
    const keys = sql`unnest(${[...airframeIds]}::uuid[])`;
    return { column: sql`airframe_id`, keys, without: { airframeIds: undefined } };
  }
  const isNarrower = flightKeys ?? airframeIds ?? tail ?? stationId;
  if (labels && labels.length > 1 && isNarrower === undefined) {
    const keys = sql`unnest(${[...labels]}::text[])`;
    return { column: sql`label`, keys, without: { labels: undefined } };
  }
  return null;
}
