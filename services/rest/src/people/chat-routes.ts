import * as db from "@jetwire/db";
import { AppError, endpoints, tooManyReports } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import { type Route, route } from "../route.ts";

/**
 * `/v1/chat`: threads, their messages, and blocks.
 *
 * @param read reads the primary, so that a page sees a message that it has just sent
 */
export function chatRoutes(read: Read): Route[] {
  return [
    route(endpoints.listThreads, async (request, { accountId }) => {
      const page = { ...request.query, limit: request.query.limit + 1 };
      const threads = await read((sql) => db.chat.listThreads(sql, accountId, page));
      const rows = threads.map((thread) => ({ id: thread.lastMessage.id, thread }));
      const { body, headers } = pageOf(rows, request);
      return { body: body.map(({ thread }) => thread), headers };
    }),
    route(endpoints.listThreadMessages, async (request, { accountId }) => {
      const { userId } = request.params;
      const page = { ...request.query, limit: request.query.limit + 1 };
      const rows = await read((sql) => db.chat.listMessages(sql, accountId, userId, page));
      return pageOf(rows, request);
    }),
    route(endpoints.reportMessage, async ({ body }, { accountId }) => {
      const result = await read((sql) => db.chat.reportMessage(sql, accountId, body));
      switch (result.status) {
        case "unknown":
          throw new AppError("not_found", "Message not found");
        case "too-many":
          throw new AppError("rate_limited", tooManyReports);
        case "reported":
          return { body: result.report };
      }
    }),
    route(endpoints.listBlocks, async (_request, { accountId }) => ({
      body: await read((sql) => db.chat.listBlocks(sql, accountId)),
    })),
  ];
}
