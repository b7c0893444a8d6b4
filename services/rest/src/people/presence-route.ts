import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { PresenceStore } from "@jetwire/redis";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/presence`: the users who are online, without those who have blocked the reader. */
export function presenceRoute(read: Read, presence: Pick<PresenceStore, "online">): Route {
  return route(endpoints.readPresence, async (_request, { accountId }) => {
    const { userIds } = await presence.online().catch(toUnavailable);
    return { body: { online: await read((sql) => db.chat.visibleUsers(sql, accountId, userIds)) } };
  });
}

function toUnavailable(cause: unknown): never {
  throw new AppError("unavailable", "Presence is not available, try again shortly", { cause });
}
