import type { DueDelivery } from "@jetwire/db";
import type { DeliveryRequest } from "../send-request.ts";
import { deliveryText } from "../delivery-text.ts";
import { discordRequest, slackRequest } from "./chat-webhooks.ts";
import type { ChannelOptions } from "./channel-options.ts";
import { ntfyRequest } from "./ntfy.ts";
import { telegramRequest } from "./telegram.ts";
import { webhookRequest } from "./webhook.ts";
import { pushRequest } from "./webpush.ts";

/** Makes the request of a delivery, as its channel wants it. */
export async function requestOf(
  delivery: DueDelivery,
  options: ChannelOptions,
): Promise<DeliveryRequest> {
  const { target } = delivery;
  const text = deliveryText(delivery, options.publicUrl);
  switch (target.channel) {
    case "webhook":
      return await webhookRequest(target, delivery, text);
    case "ntfy":
      return ntfyRequest(target, text);
    case "discord":
      return discordRequest(target.url, text);
    case "slack":
      return slackRequest(target.url, text);
    case "telegram":
      return telegramRequest(options.telegramUrl, target, text);
    case "webpush":
      return await pushRequest(target, { id: delivery.id, text }, options);
  }
}
