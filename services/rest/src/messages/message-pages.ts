import { accessPath, listMessages, type MessageFilter, type Sql } from "@jetwire/db";
import {
  AppError,
  messageIdFloor,
  messageIdTimeMs,
  type Message,
  type MessagePart,
  type ReadMessage,
} from "@jetwire/protocol";
import { includeParts } from "./message-include.ts";
import { pageOf } from "../http/page-links.ts";
import { type Cursors, isUpwards, pageSpans, type Span } from "./page-spans.ts";
import type { Readers } from "../database-reader.ts";
import type { WholeAnswer } from "../route.ts";

/** A page of messages as it was asked for. */
export interface MessagesAsked extends Cursors {
  readonly limit: number;
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

/** What times depend on, Unix ms. */
export interface PageTimes {
  /** Up to when nothing is still to be stored between what is there. */
  stableUntilMs(): Promise<number>;
  /** Since when there are messages; 0 when that isn't known. */
  retainedFromMs(): Promise<number>;
  now(): number;
}

/** Rows of a page, one more than its limit at most, and where the search for them ended. */
interface Found {
  readonly rows: Message[];
  /** The cursor that goes on from there; null when nothing is beyond it, or the page is full. */
  readonly beyond: string | null;
}

/** After so long no further piece of time is looked through. */
const searchMsMax = 1_500;

export function createMessagePages(
  { read, readByKey }: Readers,
  times: PageTimes,
): ReadMessagePage {
  return async (filterOf, asked, address, keep) => {
    // Before the query: what settles meanwhile may be stored after its rows were read.
    const [stableUntilMs, retainedFromMs] = await Promise.all([
      times.stableUntilMs(),
      times.retainedFromMs(),
    ]);
    const filter = await read(filterOf);
    const spans = pageSpans(filter, asked, { nowMs: times.now(), stableUntilMs, retainedFromMs });
    const { rows, beyond } = await find(filter, asked, spans);
    const upwards = isUpwards(asked);
    const { items, headers } = pageOf(rows, asked, address, keep, {
      older: upwards ? undefined : (beyond ?? undefined),
      newer: upwards ? (beyond ?? undefined) : unsettledCursor(rows, stableUntilMs),
    });
    const { include } = asked;
    const body =
      include === undefined
        ? items
        : await read((sql) => includeParts(sql, items, include, filter.viewer.accountId));
    return { body, headers: { ...headers, ...searchedHeader(beyond, upwards) } };
  };

  /** Goes through pieces of time until the page is full, the last was looked through, or time is up. */
  async function find(
    filter: MessageFilter,
    asked: MessagesAsked,
    spans: readonly Span[],
  ): Promise<Found> {
    const endMs = times.now() + searchMsMax;
    const ask = accessPath(filter).plans === "once" ? readByKey : read;
    let found: Found = { rows: [], beyond: null };
    for (const [i, span] of spans.entries()) {
      const { rows } = found;
      if (i > 0 && times.now() > endMs) break;
      const limit = asked.limit + 1 - rows.length;
      const { sinceId, untilId } = span;
      try {
        const more = await ask((sql) =>
          listMessages(sql, { ...filter, sinceId, untilId }, { ...asked, limit }),
        );
        const all = isUpwards(asked) ? [...more, ...rows] : [...rows, ...more];
        found = { rows: all, beyond: span.beyond };
      } catch (error) {
        if (!(error instanceof AppError) || !wasTooLong(error.cause)) throw error;
        // What was found so far is a page; the next begins with a small piece again.
        if (i > 0) break;
        const message = "The search takes too long: narrow the time range, or add a filter";
        throw new AppError("unavailable", message, { cause: error.cause });
      }
      if (found.rows.length > asked.limit) return { ...found, beyond: null };
    }
    return found;
  }
}

/** Who follows a list from its newest message would miss what is stored late before it. */
function unsettledCursor(rows: readonly Message[], stableUntilMs: number): string | undefined {
  const newest = rows[0]?.id;
  if (newest === undefined || messageIdTimeMs(newest) < stableUntilMs) return undefined;
  return messageIdFloor(stableUntilMs);
}

function searchedHeader(beyond: string | null, upwards: boolean): Record<string, string> {
  if (beyond === null) return {};
  const time = new Date(messageIdTimeMs(beyond)).toISOString();
  return { [upwards ? "X-Searched-Until" : "X-Searched-Since"]: time };
}

/** By the server's own limit for a statement. */
function wasTooLong(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "57014";
}
