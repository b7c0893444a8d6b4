import type { Logger } from "@jetwire/runtime";
import type { Channels, Subscription } from "./channels.ts";
import type { Keys } from "./keys.ts";

type Listener = (channel: Buffer, message: Buffer) => void;

/**
 * Stands in for the subscribing client of the Socket.IO sharded adapter, over shared channels:
 * `ssubscribe`, `sunsubscribe` and `on("smessageBuffer")` are all that the adapter asks of it.
 */
export interface AdapterSubscriber {
  on(event: string, listener: Listener): void;
  ssubscribe(channel: string): void;
  sunsubscribe(channel: string): void;
}

/**
 * The adapter reads what it hears without protection, so that garbage on a channel would end the
 * process; here it is dropped with a line in the log.
 */
export function createAdapterSubscriber(channels: Channels, log: Logger): AdapterSubscriber {
  const subscriptions = new Map<string, Subscription>();
  let listener: Listener | null = null;

  function hear(channel: Buffer, message: Buffer): void {
    try {
      listener?.(channel, message);
    } catch (error) {
      log.warn({ err: error }, "a room's channel carried something unreadable");
    }
  }

  return {
    on(event, heard) {
      if (event === "smessageBuffer") listener = heard;
    },
    ssubscribe(channel) {
      if (subscriptions.has(channel)) return;
      const name = Buffer.from(channel);
      subscriptions.set(
        channel,
        channels.subscribe(channel, (message) => hear(name, message)),
      );
    },
    sunsubscribe(channel) {
      subscriptions.get(channel)?.close();
      subscriptions.delete(channel);
    },
  };
}

/** The channel on which the sharded adapter (dynamic mode, main namespace) sends a room's events. */
export function adapterRoomChannel(keys: Keys, room: string): string {
  return `${keys.adapterPrefix}#/#${room}#`;
}

/** The room of such a channel, or null for another channel. */
export function roomOfAdapterChannel(keys: Keys, channel: string): string | null {
  const start = `${keys.adapterPrefix}#/#`;
  if (!channel.startsWith(start) || !channel.endsWith("#")) return null;
  return channel.slice(start.length, -1);
}
