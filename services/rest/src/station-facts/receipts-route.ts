import * as db from "@jetwire/db";
import { AppError, endpoints, receiptRange } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireStation } from "../stations/station-routes.ts";

/** `GET /v1/receipts`: counts and digests by which a client checks its copy of a station's messages. */
export function receiptsRoute(read: Read): Route {
  return route(endpoints.listReceipts, async ({ query }, { accountId }) => ({
    body: await read(async (sql) => {
      const { id, ident } = await requireStation(sql, query.station, accountId);
      const { fromMs, toMs } = receiptRange(query, Date.now());
      const keptMs = await db.messages.retentionStartMs(sql);
      if (keptMs !== null && fromMs < keptMs) {
        const message = `messages are kept since ${new Date(keptMs).toISOString()}`;
        const errors = [{ field: "since", message }];
        throw new AppError("invalid_request", `since: ${message}`, { errors });
      }
      const range = { fromMs, toMs };
      return {
        station: { id, ident },
        since: new Date(fromMs).toISOString(),
        until: new Date(toMs).toISOString(),
        receipts: await db.receipts.list(sql, id, range, query.ids === true),
      };
    }),
  }));
}
