import type { DeliveryTarget, DueDelivery } from "@jetwire/db";
import type { DeliveryText } from "../delivery-text.ts";
import type { DeliveryRequest } from "../send-request.ts";

type Target = Extract<DeliveryTarget, { readonly channel: "webhook" }>;

/**
 * Makes the request of a webhook as Standard Webhooks describes it: type, time and data, signed together with the id, which
 * is the same for each attempt. While a replaced secret is valid, the signatures of both are sent.
 */
export async function webhookRequest(
  { url, secret, previousSecret }: Target,
  { id, kind, createdAt, facts }: DueDelivery,
  { title, body: words, link }: DeliveryText,
): Promise<DeliveryRequest> {
  const { Webhook } = await import("standardwebhooks");
  const { notificationId = null, data = {} } = facts;
  const body = JSON.stringify({
    type: kind,
    timestamp: createdAt,
    data: { notificationId, title, body: words, link, facts: data },
  });
  const sentAt = new Date();
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  return {
    url,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1_000)),
      "webhook-signature": secrets.map((one) => new Webhook(one).sign(id, sentAt, body)).join(" "),
    },
    body,
  };
}
