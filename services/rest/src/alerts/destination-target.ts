import { randomBytes } from "node:crypto";
import type { DeliveryTarget } from "@jetwire/db";
import type { DestinationToAdd } from "@jetwire/protocol";

const secretBytes = 24;
const hintChars = 4;

/** Holds the target of a destination, and what is shown of it. */
interface MadeTarget {
  readonly target: DeliveryTarget;
  readonly address: string;
  /** The URL that is sent to; null if the operator chooses it. */
  readonly url: string | null;
  /** The secret of signatures, which is shown once. */
  readonly secret: string | null;
}

/** Makes the target of a destination. The schema has checked that it has the members of its channel. */
export function makeTarget({
  channel,
  url = "",
  topic = "",
  token = "",
  chatId = "",
  push,
}: DestinationToAdd): MadeTarget {
  switch (channel) {
    case "webhook": {
      const secret = makeSecret();
      return { target: { channel, url, secret }, address: url, url, secret };
    }
    case "ntfy": {
      const address = `${new URL(url).host}/${topic}`;
      return { target: { channel, url, topic, token: token || null }, address, url, secret: null };
    }
    case "discord":
    case "slack": {
      // Everybody who knows the whole URL can write there.
      const address = `${new URL(url).host}/…${url.slice(-hintChars)}`;
      return { target: { channel, url }, address, url, secret: null };
    }
    case "telegram":
      return { target: { channel, token, chatId }, address: chatId, url: null, secret: null };
    case "webpush": {
      const { endpoint = "", keys = { p256dh: "", auth: "" } } = push ?? {};
      const address = new URL(endpoint).host;
      return { target: { channel, endpoint, ...keys }, address, url: endpoint, secret: null };
    }
  }
}

/** Makes a secret of signatures, in the form of Standard Webhooks. */
export function makeSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}
