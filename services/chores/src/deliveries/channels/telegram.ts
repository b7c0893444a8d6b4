import type { DeliveryTarget } from "@jetwire/db";
import type { DeliveryText } from "../delivery-text.ts";
import type { DeliveryRequest } from "../send-request.ts";

type Target = Extract<DeliveryTarget, { readonly channel: "telegram" }>;

/** Makes the request by which a bot writes to a chat, as plain text. @param apiUrl the origin of the Bot API */
export function telegramRequest(
  apiUrl: string,
  { token, chatId }: Target,
  { title, body, link }: DeliveryText,
): DeliveryRequest {
  const text = [title, body, link].filter((part) => part).join("\n");
  return {
    url: `${apiUrl}/bot${encodeURIComponent(token).replaceAll("%3A", ":")}/sendMessage`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    isOperators: true,
  };
}
