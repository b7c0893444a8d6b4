import * as db from "@jetwire/db";
import { type ChatReportSend, tooManyReports } from "@jetwire/protocol";
import { done, type EventResult, refused } from "../../connection/client-events.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";

/** `chat:report`: reports a message that the user has received to the operator. */
export async function reportMessage(
  { userId }: Session,
  payload: ChatReportSend,
  { query }: SessionServices,
): Promise<EventResult> {
  const { status } = await query((sql) => db.chat.reportMessage(sql, userId, payload));
  if (status === "unknown") return refused("Message not found");
  return status === "too-many" ? refused(tooManyReports) : done;
}
