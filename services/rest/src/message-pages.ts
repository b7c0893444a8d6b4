import { listMessages, type MessageFilter, messagesKeptFromMs, type Sql } from "@jetwire/db";
import {
  AppError,
  messageIdFloor,
  messageIdTimeMs,
  type Message,
  type MessagePart,
  type ReadMessage,
} from "@jetwire/protocol";
import { includeParts } from "./message-include.ts";
import { pageOf } from "./page-links.ts";
import type { Read } from "./reader.ts";
import type { WholeAnswer } from "./route.ts";
import { isSearch, type Searched, searchedDays } from "./searched-days.ts";

/** A page of messages as it was asked for. */
export interface MessagesAsked {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly include?: readonly MessagePart[] | undefined;
}

/**
 * Answers a page of messages.
 *
 * @param filterOf makes the filter, by what it may look up
 * @param keep parameters that belong into the links
 * @throws AppError `unavailable` when Postgres is away, or when it takes too long
 */
export type ReadMessagePage = (
  filterOf: (sql: Sql) => Promise<MessageFilter>,
  asked: MessagesAsked,
  address: string,
  keep?: Readonly<Record<string, string | undefined>>,
) => Promise<WholeAnswer<ReadMessage[]>>;

/** @param settled up to when nothing is still to be stored between what is there, Unix ms */
export function createMessagePages(
  read: Read,
  settled: () => Promise<number>,
  now: () => number,
): ReadMessagePage {
  return async (filterOf, asked, address, keep) => {
    // Before the query: what settles meanwhile may be stored after its rows were read.
    const settledMs = await settled();
    const upwards = asked.after !== undefined && asked.before === undefined;
    const { rows, searched, accountId } = await search(async (sql) => {
      const filter = await filterOf(sql);
      const days = await daysOf(sql, filter, asked, settledMs);
      const within = narrowed(filter, days, upwards ? messageIdFloor(settledMs) : undefined);
      const found = await listMessages(sql, within, { ...asked, limit: asked.limit + 1 });
      const whole = found.length > asked.limit;
      return { rows: found, searched: whole ? null : days, accountId: filter.accountId };
    });
    const beyond = {
      older: upwards ? undefined : searched?.beyond,
      newer: upwards ? searched?.beyond : unsettledCursor(rows, settledMs),
    };
    const { items, headers } = pageOf(rows, asked, address, keep, beyond);
    const { include } = asked;
    const body =
      include === undefined
        ? items
        : await read((sql) => includeParts(sql, items, include, accountId));
    return { body, headers: { ...headers, ...searchedHeader(searched) } };
  };

  async function daysOf(
    sql: Sql,
    filter: MessageFilter,
    asked: MessagesAsked,
    settledMs: number,
  ): Promise<Searched | null> {
    if (!isSearch(filter)) return null;
    const keptFromMs = await messagesKeptFromMs(sql);
    return searchedDays(filter, asked, { nowMs: now(), settledMs, keptFromMs });
  }

  async function search<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await read(work);
    } catch (error) {
      if (!(error instanceof AppError) || !wasTooLong(error.cause)) throw error;
      const message = "The search takes too long: narrow the time range, or add a filter";
      throw new AppError("unavailable", message, { cause: error.cause });
    }
  }
}

function narrowed(
  filter: MessageFilter,
  searched: Searched | null,
  settledId: string | undefined,
): MessageFilter {
  const untilIds = [filter.untilId, searched?.untilId, settledId].filter((id) => id !== undefined);
  return {
    ...filter,
    sinceId: searched?.sinceId ?? filter.sinceId,
    untilId: untilIds.length === 0 ? undefined : untilIds.reduce((a, b) => (a < b ? a : b)),
  };
}

/** Who follows a list from its newest message would miss what is stored late before it. */
function unsettledCursor(rows: readonly Message[], settledMs: number): string | undefined {
  const newest = rows[0]?.id;
  if (newest === undefined || messageIdTimeMs(newest) < settledMs) return undefined;
  return messageIdFloor(settledMs);
}

function searchedHeader(searched: Searched | null): Record<string, string> {
  if (searched === null) return {};
  const time = new Date(messageIdTimeMs(searched.beyond)).toISOString();
  return { [searched.sinceId === undefined ? "X-Searched-Until" : "X-Searched-Since"]: time };
}

/** By the server's own limit for a statement. */
function wasTooLong(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "57014";
}
