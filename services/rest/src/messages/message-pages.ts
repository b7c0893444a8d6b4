import * as db from "@jetwire/db";
import type { MessageFilter } from "@jetwire/db";
import {
  AppError,
  type Message,
  messageIdFloor,
  messageIdTimeMs,
  type MessagePart,
  type ReadMessage,
} from "@jetwire/protocol";
import { isStatementTimeout, type Readers } from "../database-reader.ts";
import { type LinkedPage, pageOf, type PageRequest } from "../http/page-links.ts";
import { createAnonymousSearches } from "./anonymous-searches.ts";
import { completeMessages } from "./complete-messages.ts";
import { includeParts } from "./message-include.ts";
import { type Cursors, isUpwards, pageSpans, type IdSpan } from "./page-spans.ts";
import type { StoredRangeReader } from "./stored-range.ts";

/** A request for a page of messages. */
export interface MessagePageRequest extends PageRequest {
  readonly query: PageRequest["query"] &
    Cursors & {
      readonly include?: readonly MessagePart[] | undefined;
      /** Messages to skip. */
      readonly offset?: number | undefined;
    };
  /** The client's address, by which searches without an account are limited. */
  readonly ip: string;
}

/** The rows of a page, at most one more than its limit, and where their search ended. */
interface Found {
  readonly rows: Message[];
  /** The cursor to continue from; null if there is nothing beyond it, or the page is full. */
  readonly beyond: string | null;
}

/** No further span is searched after this time. */
const searchMsMax = 1_500;

export type MessagePages = ReturnType<typeof createMessagePages>;

/** Reads pages of messages for all lists of messages. */
export function createMessagePages({ read, readByKey }: Readers, storedRange: StoredRangeReader) {
  const anonymous = createAnonymousSearches();

  return {
    /**
     * @throws AppError `unavailable` without Postgres, or if the search takes too long;
     *   `rate_limited` if there are too many searches without an account from one address
     */
    async read(
      request: MessagePageRequest,
      filter: MessageFilter,
    ): Promise<LinkedPage<ReadMessage>> {
      if (filter.viewer.accountId !== null) return await readPage(request, filter);
      return await anonymous.run(request.ip, () => readPage(request, filter));
    },
  };

  async function readPage(
    request: MessagePageRequest,
    filter: MessageFilter,
  ): Promise<LinkedPage<ReadMessage>> {
    const { offset = 0, ...query } = request.query;
    const wanted = { ...query, limit: offset + query.limit };
    // Read before the rows: what becomes stable meanwhile may be stored after they were read.
    const range = await storedRange.get();
    const spans = pageSpans(filter, query, range, Date.now());
    const { rows: found, beyond } = await search(filter, wanted, spans);
    const rows = found.slice(offset);
    const upwards = isUpwards(query);
    const { body, headers } = pageOf(
      rows,
      { ...request, query },
      {
        older: upwards ? undefined : (beyond ?? undefined),
        newer: upwards ? (beyond ?? undefined) : unstableCursor(rows, range.stableUntilMs),
      },
    );
    const { include } = query;
    const shown = filter.isFirst ? await completeMessages(readByKey, body, filter.viewer) : body;
    const messages =
      include === undefined
        ? shown
        : await read((sql) => includeParts(sql, shown, include, filter.viewer.accountId));
    return { body: messages, headers: { ...headers, ...searchedHeader(beyond, upwards) } };
  }

  /** Searches span by span until the page is full or time is up. */
  async function search(
    filter: MessageFilter,
    query: MessagePageRequest["query"],
    spans: readonly IdSpan[],
  ): Promise<Found> {
    const endMs = performance.now() + searchMsMax;
    const readRows = db.messageFilters.accessPath(filter).plans === "once" ? readByKey : read;
    let found: Found = { rows: [], beyond: null };
    for (const [i, { sinceId, untilId, beyond }] of spans.entries()) {
      const { rows } = found;
      if (i > 0 && performance.now() > endMs) break;
      const page = { ...query, limit: query.limit + 1 - rows.length };
      try {
        const more = await readRows((sql) =>
          db.messages.list(sql, { ...filter, sinceId, untilId }, page),
        );
        found = { rows: isUpwards(query) ? [...more, ...rows] : [...rows, ...more], beyond };
      } catch (error) {
        if (!(error instanceof AppError) || !isStatementTimeout(error.cause)) throw error;
        // The rows found so far are a page; the next one begins with a short span again.
        if (i > 0) break;
        const message = "The search takes too long: narrow the time range or add a filter";
        throw new AppError("unavailable", message, { cause: error.cause });
      }
      if (found.rows.length > query.limit) return { ...found, beyond: null };
    }
    return found;
  }
}

/** A client that followed the list from a newer message would miss messages that are stored late. */
function unstableCursor(rows: readonly Message[], stableUntilMs: number): string | undefined {
  const newest = rows[0]?.id;
  if (newest === undefined || messageIdTimeMs(newest) < stableUntilMs) return undefined;
  return messageIdFloor(stableUntilMs);
}

function searchedHeader(beyond: string | null, upwards: boolean): Record<string, string> {
  if (beyond === null) return {};
  const time = new Date(messageIdTimeMs(beyond)).toISOString();
  return { [upwards ? "X-Searched-Until" : "X-Searched-Since"]: time };
}
