import type { Notification } from "@jetwire/protocol";
import { isMessageId } from "@jetwire/protocol/plain";

/** Returns the path of the page that a notification is about; null if it is about none. */
export function notificationPath({
  type,
  data,
}: Pick<Notification, "type" | "data">): string | null {
  const { messageId, stationId, userId, senderId } = data;
  if (type === "alert.match" && typeof messageId === "string" && isMessageId(messageId)) {
    return `/messages/${messageId}`;
  }
  if (type === "chat.message") {
    const partner = typeof senderId === "string" ? senderId : userId;
    return typeof partner === "string" && idPattern.test(partner) ? `/chat/${partner}` : "/chat";
  }
  if (type.startsWith("key.")) return "/desk/keys";
  if (type === "destination.failing") return "/desk/destinations";
  if (type === "station.transfer") return "/desk";
  if (type === "service.health") return "/operator";
  if (type === "erasure.planned" && data["kind"] === "account") return "/account";
  if (typeof stationId === "number" && Number.isSafeInteger(stationId) && stationId > 0) {
    return `/stations/${stationId}`;
  }
  return null;
}

const idPattern = /^[0-9a-f-]{36}$/;
