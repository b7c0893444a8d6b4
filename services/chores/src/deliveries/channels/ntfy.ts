import type { DeliveryTarget } from "@jetwire/db";
import type { DeliveryText } from "../delivery-text.ts";
import type { DeliveryRequest } from "../send-request.ts";

type Target = Extract<DeliveryTarget, { readonly channel: "ntfy" }>;

/** Makes the request by which ntfy publishes a message: JSON to the root of the server. */
export function ntfyRequest(
  { url, topic, token }: Target,
  { title, body, link }: DeliveryText,
): DeliveryRequest {
  return {
    url,
    headers: {
      "content-type": "application/json",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      topic,
      title,
      message: body || title,
      ...(link !== null && { click: link }),
    }),
  };
}
