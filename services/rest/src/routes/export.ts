import { listMessages, type MessageFilter, type MessageViewer, type Sql } from "@jetwire/db";
import {
  AppError,
  endpoints,
  exportTypes,
  type Message,
  type MessageExportQuery,
  messageIdFloor,
} from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import { createExportPlaces } from "../export/places.ts";
import { csvHeader, csvRows, ndjsonRows } from "../export/rows.ts";

export interface ExportSteps {
  readonly read: Read;
  filterOf(sql: Sql, query: MessageExportQuery, viewer: MessageViewer): Promise<MessageFilter>;
  viewerOf: ViewerOf;
  /** Unix ms. */
  now(): number;
}

const dayMs = 86_400_000;
const batchRows = 500;
const beforeAll = messageIdFloor(0);

/**
 * `GET /v1/messages/export`: whatever the filters find, in batches by id, each read once the client
 * has taken the one before.
 */
export function exportRoute({ read, filterOf, viewerOf, now }: ExportSteps): Route {
  const places = createExportPlaces();
  return route(endpoints.exportMessages, async ({ query }, principal) => {
    const viewer = await viewerOf(principal);
    const filter = await read((sql) => filterOf(sql, query, viewer));
    const begin = firstOf(query, filter, now());
    const name = `jetwire-messages-${new Date(now()).toISOString().slice(0, 10)}.${query.format}`;
    return {
      stream: texts(query, filter, begin, principal.accountId),
      type: exportTypes[query.format],
      headers: { "Content-Disposition": `attachment; filename="${name}"` },
    };
  });

  async function* texts(
    { format, limit }: MessageExportQuery,
    filter: MessageFilter,
    begin: string,
    accountId: string,
  ): AsyncGenerator<string> {
    // Here, because a HEAD's stream is never begun, and so never ended either.
    const leave = places.take(accountId);
    if (leave === null) {
      throw new AppError("rate_limited", `${places.max} exports at a time, try again after one`);
    }
    try {
      if (format === "csv") yield csvHeader();
      for await (const batch of batches(filter, begin, limit)) {
        yield format === "csv" ? csvRows(batch) : ndjsonRows(batch);
      }
    } finally {
      leave();
    }
  }

  async function* batches(
    filter: MessageFilter,
    begin: string,
    limit: number,
  ): AsyncGenerator<readonly Message[]> {
    let after = begin;
    for (let left = limit; left > 0;) {
      const page = { limit: Math.min(batchRows, left), after };
      const newestFirst = await read((sql) => listMessages(sql, filter, page));
      const last = newestFirst[0];
      if (last === undefined) return;
      yield newestFirst.toReversed();
      if (newestFirst.length < page.limit) return;
      after = last.id;
      left -= newestFirst.length;
    }
  }
}

/** Where it begins: after the message named, else at the time asked for, else a day ago. */
function firstOf(query: MessageExportQuery, filter: MessageFilter, nowMs: number): string {
  if (query.after !== undefined) return query.after;
  if (filter.sinceId !== undefined) return beforeAll;
  const { format: _format, limit: _limit, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? beforeAll : messageIdFloor(nowMs - dayMs);
}
