import * as db from "@jetwire/db";
import { type ChatPartner, serverEvent, UserId } from "@jetwire/protocol";
import { done, type EventResult } from "../../connection/client-events.ts";
import type { SessionServices } from "../session-services.ts";
import type { Session } from "../session.ts";

/** `chat:thread:read`: stores it and sends it to the other user. An unknown thread counts as read. */
export async function readThread(
  { userId }: Session,
  payload: ChatPartner,
  { query, pushes }: SessionServices,
): Promise<EventResult> {
  const partner = UserId.safeParse(payload.userId);
  if (!partner.success) return done;
  const read = await query((sql) => db.chat.markThreadRead(sql, userId, partner.data));
  if (read?.mayNotifyPartner) {
    const receipt = { userId, readAt: read.readAt };
    void pushes.push(partner.data, { event: serverEvent.chatThreadRead, payload: receipt });
  }
  return done;
}
