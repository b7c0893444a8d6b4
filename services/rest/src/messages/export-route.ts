import * as db from "@jetwire/db";
import type { MessageFilter, MessageViewer } from "@jetwire/db";
import {
  AppError,
  endpoints,
  exportTypes,
  type Message,
  type MessageExportQuery,
  messageIdFloor,
  type MessagePart,
} from "@jetwire/protocol";
import { createKeyedSemaphore } from "@jetwire/runtime";
import type { Read, Readers } from "../database-reader.ts";
import { completeMessages } from "./complete-messages.ts";
import { csvHeader, csvRows, ndjsonRows } from "./export-rows.ts";
import type { FilterReader } from "./message-filter.ts";
import { includeParts } from "./message-include.ts";
import { stableUntilId, type StoredRangeReader } from "./stored-range.ts";
import { type Route, route } from "../route.ts";

/** Exports of an account at the same time, in this process. */
const exportsMax = 2;
const dayMs = 86_400_000;
const batchRows = 500;
const firstId = messageIdFloor(0);

/**
 * `GET /v1/messages/export`: messages in batches by id, each read after the client has read the last.
 * It ends at the stable horizon, so that an export continued after its last message misses none.
 */
export function exportRoute(
  { read, readByKey }: Readers,
  filters: FilterReader,
  storedRange: StoredRangeReader,
): Route {
  const permits = createKeyedSemaphore(exportsMax);
  return route(endpoints.exportMessages, async ({ query }, principal) => {
    const asked = await filters.ofStored(query, principal);
    const range = await storedRange.get();
    const filter = { ...asked, untilId: stableUntilId(range, asked.untilId) };
    const nowMs = Date.now();
    const start = startOf(query, asked, nowMs);
    const rows = readBatches(read, filter, start, query.limit);
    const batches = filter.isFirst ? completed(rows, filter.viewer) : rows;
    const { include } = query;
    const included =
      include === undefined ? batches : withParts(batches, include, principal.accountId);
    const name = `jetwire-messages-${new Date(nowMs).toISOString().slice(0, 10)}.${query.format}`;
    return {
      stream: texts(included, query.format, principal.accountId),
      type: exportTypes[query.format],
      headers: { "Content-Disposition": `attachment; filename="${name}"` },
    };
  });

  async function* completed(
    batches: AsyncIterable<readonly Message[]>,
    viewer: MessageViewer,
  ): AsyncGenerator<readonly Message[]> {
    for await (const batch of batches) yield await completeMessages(readByKey, batch, viewer);
  }

  async function* withParts(
    batches: AsyncIterable<readonly Message[]>,
    parts: readonly MessagePart[],
    accountId: string,
  ): AsyncGenerator<readonly Message[]> {
    for await (const batch of batches) {
      yield await read((sql) => includeParts(sql, batch, parts, accountId));
    }
  }

  async function* texts(
    batches: AsyncIterable<readonly Message[]>,
    format: MessageExportQuery["format"],
    accountId: string,
  ): AsyncGenerator<string> {
    // The permit is acquired here because the stream of a HEAD request neither starts nor ends.
    using permit = permits.tryAcquire(accountId);
    if (permit === null) {
      const message = `An account may run ${exportsMax} exports at a time: wait for one to end`;
      throw new AppError("rate_limited", message);
    }
    if (format === "csv") yield csvHeader();
    for await (const batch of batches) {
      yield format === "csv" ? csvRows(batch) : ndjsonRows(batch);
    }
  }
}

/** Yields messages oldest first. */
async function* readBatches(
  read: Read,
  filter: MessageFilter,
  start: string,
  limit: number,
): AsyncGenerator<readonly Message[]> {
  let after = start;
  for (let left = limit; left > 0;) {
    const page = { limit: Math.min(batchRows, left), after };
    const newestFirst = await read((sql) => db.messages.list(sql, filter, page));
    const last = newestFirst[0];
    if (last === undefined) return;
    yield newestFirst.toReversed();
    if (newestFirst.length < page.limit) return;
    after = last.id;
    left -= newestFirst.length;
  }
}

/** Returns the id to start after: the one in the query, or a day ago if nothing limits the export. */
function startOf(query: MessageExportQuery, filter: MessageFilter, nowMs: number): string {
  if (query.after !== undefined) return query.after;
  if (filter.sinceId !== undefined) return firstId;
  const { format: _format, limit: _limit, include: _include, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? firstId : messageIdFloor(nowMs - dayMs);
}
