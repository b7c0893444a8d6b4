import * as db from "@jetwire/db";
import type { RedactedRange as StoredTarget } from "@jetwire/db";
import { endpoints, messageIdFloor, type RedactionTarget } from "@jetwire/protocol";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf } from "./operator-actor.ts";

const countedMax = 100_000;

/** `/v1/operator/redactions`: deletes messages for good. Fanout removes them from feed logs. */
export function redactionRoutes(write: Read): Route[] {
  return [
    route(endpoints.previewRedaction, async ({ body }) => {
      const target = targetOf(body.target);
      return {
        body: { messages: await write((sql) => db.redactions.count(sql, target, countedMax)) },
      };
    }),
    route(endpoints.redactMessages, async ({ body }, principal) => {
      requireOperatorSignIn(principal);
      const { reason } = body;
      const record = { reason, by: principal.username, actor: actorOf(principal, reason) };
      const changed = await write((sql) =>
        db.redactions.redact(sql, targetOf(body.target), record),
      );
      const redacted = changed.filter(({ what }) => what === "message").length;
      return { body: { redacted, more: redacted >= db.redactions.redactedMax } };
    }),
  ];
}

/** The schema has checked that it has either ids or a station with a period. */
function targetOf({ ids, stationId = 0, since = "", until = "" }: RedactionTarget): StoredTarget {
  if (ids !== undefined) return { ids };
  return {
    stationId,
    from: messageIdFloor(Date.parse(since)),
    until: messageIdFloor(Date.parse(until)),
  };
}
