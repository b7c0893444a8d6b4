import { isRedacted, readMessage } from "@jetwire/db";
import { AppError, endpoints, type Message, messageIdTimeMs } from "@jetwire/protocol";
import { includeParts } from "../messages/message-include.ts";
import type { Readers } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import { accountOf, type Viewing } from "../messages/viewing.ts";

/** How long after its making a message may not be in Postgres yet, as long as nothing is wrong. */
const recentMs = 60_000;

/** Looks a message up in the stream, for an account or nobody in particular. */
export type FindRecent = (id: string, accountId: string | null) => Promise<Message | null>;

/** `GET /v1/messages/:id`: one message, also one that was just pushed and isn't stored yet. */
export function messageRoute(
  { read, readByKey }: Readers,
  findRecent: FindRecent,
  viewerOf: ViewerOf,
  now: () => number,
): Route {
  return route(
    endpoints.readMessage,
    async ({ params: { id }, query: { include } }, viewing: Viewing) => {
      const accountId = accountOf(viewing);
      const recent = now() - messageIdTimeMs(id) < recentMs;
      const message = await (recent ? readOrFind(id, viewing) : readStored(id, viewing));
      if (message === null) throw new AppError("not_found", "There is no such message");
      if (include === undefined) return { body: message };
      const [body] = await read((sql) => includeParts(sql, [message], include, accountId));
      return { body: body ?? message };
    },
  );

  /** @throws AppError `gone` when it was taken away. */
  async function readStored(id: string, viewing: Viewing): Promise<Message | null> {
    const viewer = await viewerOf(viewing);
    const message = await readByKey((sql) => readMessage(sql, id, viewer));
    if (message === null && (await read((sql) => isRedacted(sql, id)))) {
      throw new AppError("gone", "The message was taken away");
    }
    return message;
  }

  /** Each store stands in for the other; only when one failed and neither has it, it is an error. */
  async function readOrFind(id: string, viewing: Viewing): Promise<Message | null> {
    const stored = await settle(readStored(id, viewing));
    if (stored.value) return stored.value;
    // The stream may have it still.
    if (stored.error instanceof AppError && stored.error.code === "gone") throw stored.error;
    const found = await settle(findRecent(id, accountOf(viewing)));
    if (found.value) return found.value;
    if (stored.failed) throw stored.error;
    if (found.failed) {
      throw new AppError("unavailable", "The message may not be stored yet, try again shortly", {
        cause: found.error,
      });
    }
    return null;
  }
}

async function settle<T>(
  work: Promise<T>,
): Promise<{ value?: T; failed: boolean; error?: unknown }> {
  try {
    return { value: await work, failed: false };
  } catch (error) {
    return { failed: true, error };
  }
}
