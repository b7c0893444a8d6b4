import type { RestClient } from "@jetwire/client";
import { en } from "../../text/en.ts";

const worker = "/push-worker.js";

/** The subscription of this browser, as the body of a destination has it. */
interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Subscribes this browser to push messages of the service, and asks the reader for it.
 *
 * @throws Error whose message tells the reader why it is not possible
 */
export async function subscribeToPush(client: RestClient): Promise<Subscription> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) {
    throw new Error(en.destinations.pushMissing);
  }
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error(en.destinations.pushRefused);
  }
  const { publicKey } = await client.readPushKey({});
  if (publicKey === null) throw new Error(en.destinations.pushMissing);
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  const found = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new Error(en.destinations.pushMissing, { cause });
    });
  const { endpoint, keys } = found.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error(en.destinations.pushMissing);
  }
  return { endpoint, keys: { p256dh, auth } };
}
