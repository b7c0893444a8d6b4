import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

/**
 * `/v1/operator/health-alerts`: who is notified of faults of the service.
 *
 * @param mails whether the service sends mails
 */
export function healthAlertRoutes(write: Read, mails: boolean): Route[] {
  return [
    route(endpoints.listHealthAlerts, async () => {
      const all = await write((sql) => db.health.list(sql));
      return { body: all.map((one) => ({ ...one, mails })) };
    }),
    route(endpoints.changeHealthAlerts, async ({ params: { id }, body }, principal) => {
      const { reason, ...change } = body;
      const changed = await write(async (sql) => {
        if (!(await db.health.change(sql, id, change, actorOf(principal, reason)))) {
          throw new AppError("not_found", "There is no operator with this id");
        }
        return requireFound((await db.health.list(sql, id))[0], "Operator");
      });
      return { body: { ...changed, mails } };
    }),
  ];
}
