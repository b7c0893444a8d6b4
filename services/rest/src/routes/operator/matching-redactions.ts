import * as db from "@jetwire/db";
import type { MessageFilter } from "@jetwire/db";
import { AppError, endpoints, matchingRedactionsMax, shownRedactionsMax } from "@jetwire/protocol";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import { isStatementTimeout, type Read } from "../../database-reader.ts";
import type { FilterReader } from "../../messages/message-filter.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction } from "./operator-actor.ts";

const countedMax = matchingRedactionsMax + 1;

/** `/v1/operator/redactions/matches`: deletes the messages that filters select, a batch in each request. */
export function matchingRedactionRoutes(write: Read, filters: FilterReader): Route[] {
  return [
    route(endpoints.previewMatchingRedaction, async ({ query }, principal) => {
      const ids = await find(write, await filters.ofOperator(query, principal));
      const shown = ids.slice(-shownRedactionsMax);
      return {
        body: {
          messages: Math.min(ids.length, matchingRedactionsMax),
          more: ids.length > matchingRedactionsMax,
          newest: shown.length === 0 ? [] : await write((sql) => db.messages.readAll(sql, shown)),
        },
      };
    }),
    route(endpoints.redactMatching, async ({ query, body }, principal) => {
      requireOperatorSignIn(principal);
      const { reason, count } = body;
      const ids = await find(write, await filters.ofOperator(query, principal));
      if (ids.length > matchingRedactionsMax) {
        throw refusedAction("count", "more than 10,000 messages match: narrow the filters");
      }
      if (ids.length > count) {
        const found = `${ids.length} messages match now, more than were confirmed`;
        throw refusedAction("count", `${found}: count them again`);
      }
      const batch = ids.slice(0, db.redactions.redactedMax);
      const actor = actorOf(principal, reason);
      const record = {
        reason,
        by: principal.username,
        actor,
        filter: db.messageFilters.textOf(query),
      };
      const changed = await write((sql) => db.redactions.redact(sql, { ids: batch }, record));
      const redacted = changed.filter(({ what }) => what === "message").length;
      return { body: { redacted, remaining: ids.length - batch.length } };
    }),
  ];
}

/** Finds messages, one more than may be redacted. @throws AppError `unavailable` if it takes too long */
async function find(write: Read, filter: MessageFilter): Promise<string[]> {
  try {
    return await write((sql) => db.messageFilters.listMatchingIds(sql, filter, countedMax));
  } catch (error) {
    if (!(error instanceof AppError) || !isStatementTimeout(error.cause)) throw error;
    const message = "The search takes too long: narrow the time range or add a filter";
    throw new AppError("unavailable", message, { cause: error.cause });
  }
}
