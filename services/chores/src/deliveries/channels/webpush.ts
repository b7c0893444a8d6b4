import type { DeliveryTarget } from "@jetwire/db";
import type { DeliveryText } from "../delivery-text.ts";
import { DeliveryError, type DeliveryRequest } from "../send-request.ts";
import type { ChannelOptions } from "./channel-options.ts";

type Target = Extract<DeliveryTarget, { readonly channel: "webpush" }>;

/** How long a push service keeps a message for a browser that is not running, seconds. */
const keepSeconds = 86_400;

/** Makes the request of a push message: encrypted for the browser, and signed with the keys of this deployment. */
export async function pushRequest(
  { endpoint, p256dh, auth }: Target,
  { id, text }: { readonly id: string; readonly text: DeliveryText },
  { publicUrl, pushKeys }: ChannelOptions,
): Promise<DeliveryRequest> {
  if (publicUrl === undefined) {
    throw new DeliveryError("The operator has not set PUBLIC_URL, which push messages require.");
  }
  const { default: webPush } = await import("web-push");
  const subscription = { endpoint, keys: { p256dh, auth } };
  try {
    const made = webPush.generateRequestDetails(subscription, JSON.stringify({ id, ...text }), {
      TTL: keepSeconds,
      vapidDetails: { subject: contactOf(publicUrl), ...(await pushKeys()) },
    });
    const headers = Object.entries(made.headers as Record<string, unknown>);
    return {
      url: made.endpoint,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: made.body ?? "",
    };
  } catch (error) {
    throw new DeliveryError("The subscription of the browser is not valid.", { cause: error });
  }
}

/** Returns the contact for push services: the page, or an address at its host if it is not served by https. */
function contactOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" ? publicUrl : `mailto:noreply@${hostname}`;
}
