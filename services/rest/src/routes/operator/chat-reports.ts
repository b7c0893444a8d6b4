import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../../admission/account-changes.ts";
import type { Read } from "../../database-reader.ts";
import { pageOf } from "../../http/page-links.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

/** `/v1/operator/chat-reports`: messages that users have reported. */
export function operatorReportRoutes(write: Read, changes: AccountChanges): Route[] {
  return [
    route(endpoints.listChatReports, async (request) => {
      const { resolved = false, ...page } = request.query;
      const asked = { ...page, resolved, limit: page.limit + 1 };
      const rows = await write((sql) => db.chat.listReportsForOperator(sql, asked));
      return pageOf(rows, request);
    }),
    route(endpoints.readChatReport, async ({ params: { id } }, principal) => {
      const found = await write((sql) =>
        db.chat.readReportedConversation(sql, id, actorOf(principal)),
      );
      return { body: requireFound(found, "Report") };
    }),
    route(endpoints.resolveChatReport, async ({ params: { id }, body }, principal) => {
      const { action, reason } = body;
      const actor = actorOf(principal, reason);
      const { author } = await write(async (sql) => {
        const report = requireFound(
          await db.chat.readReportedConversation(sql, id, actor),
          "Report",
        );
        if (report.resolvedAt !== null) throw new AppError("not_found", "The report is resolved");
        // First what the resolution says: if it fails, the report still waits.
        if (action === "block") await db.sessions.setBanned(sql, report.author.id, true, actor);
        if (action === "redact") await db.chat.redactMessage(sql, report.messageId, actor);
        await db.chat.resolveReport(sql, id, `${action}: ${reason}`.slice(0, 500), actor);
        return report;
      });
      if (action === "block") changes.sessionEnded(author.id);
      return { body: undefined };
    }),
  ];
}
