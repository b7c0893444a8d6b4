import type { PresenceStore } from "@jetwire/redis";
import type { Read } from "../database-reader.ts";
import type { Route } from "../route.ts";
import { chatRoutes } from "./chat-routes.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { presenceRoute } from "./presence-route.ts";
import { userRoutes } from "./user-routes.ts";

/** Other users: their names, who is online, chat, and notifications. */
export function peopleTopic(write: Read, presence: Pick<PresenceStore, "online">): Route[] {
  return [
    ...chatRoutes(write),
    ...notificationRoutes(write),
    ...userRoutes(write),
    presenceRoute(write, presence),
  ];
}
