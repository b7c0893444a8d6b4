import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { CachedValue } from "@jetwire/runtime";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction, requireFound } from "./operator-actor.ts";

/** Everybody may read them, so Postgres is asked once in this time. */
const ttlMs = 5_000;

/** `/v1/announcements`, and how operators publish and end them. */
export function announcementRoutes(read: Read, write: Read): Route[] {
  const current = new CachedValue(() => read(db.announcements.listCurrent), {
    ttlMs,
    staleOnError: true,
  });
  return [
    route(endpoints.readAnnouncements, async () => ({ body: await current.get() })),
    route(endpoints.listAnnouncements, async () => ({
      body: await write((sql) => db.announcements.list(sql)),
    })),
    route(endpoints.publishAnnouncement, async ({ body }, principal) => {
      const { text, level, from = new Date().toISOString(), until = null, reason } = body;
      const published = await write(async (sql) => {
        const added = { text, level, from, until };
        const made = await db.announcements.publish(sql, added, actorOf(principal, reason));
        if (made === null) {
          throw refusedAction(
            "text",
            `${db.announcements.waitingMax} announcements are published: end one first`,
          );
        }
        return requireFound((await db.announcements.list(sql, made.id))[0], "Announcement");
      });
      current.forget();
      return { body: published };
    }),
    route(endpoints.endAnnouncement, async ({ params: { id }, body }, principal) => {
      const actor = actorOf(principal, body.reason);
      if (!(await write((sql) => db.announcements.end(sql, id, actor)))) {
        throw new AppError("not_found", "There is no such announcement that has not ended");
      }
      current.forget();
      return { body: undefined };
    }),
  ];
}
