import { listBlocks, listThreadMessages, listThreads } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** Who is signed in. */
interface User {
  readonly accountId: string;
}

/**
 * What a page needs of chat before it hears the realtime events. From the primary: a page that has
 * just sent a message wants to see it.
 */
export function chatRoutes(read: Read): Route[] {
  return [
    route(endpoints.listThreads, async ({ query, address }, { accountId }: User) => {
      const { limit } = query;
      const threads = await read((sql) =>
        listThreads(sql, accountId, { ...query, limit: limit + 1 }),
      );
      const byCursor = threads.map((thread) => ({ id: thread.lastMessage.id, thread }));
      const { items, headers } = pageOf(byCursor, query, address);
      return { body: items.map(({ thread }) => thread), headers };
    }),
    route(
      endpoints.listThreadMessages,
      async ({ params: { userId }, query, address }, { accountId }: User) => {
        const { limit } = query;
        const rows = await read((sql) =>
          listThreadMessages(sql, accountId, userId, { ...query, limit: limit + 1 }),
        );
        const { items, headers } = pageOf(rows, query, address);
        return { body: items, headers };
      },
    ),
    route(endpoints.listBlocks, async (_asked, { accountId }: User) => ({
      body: await read((sql) => listBlocks(sql, accountId)),
    })),
  ];
}
