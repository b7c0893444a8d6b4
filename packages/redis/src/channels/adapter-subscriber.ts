import type { Logger } from "@jetwire/runtime";
import type { Channels, ChannelSubscription } from "./channels.ts";
import type { Keys } from "../keys.ts";

type Listener = (channel: Buffer, message: Buffer) => void;

/**
 * The subscribing client that the Socket.IO sharded adapter expects, over shared channels. The
 * adapter uses `ssubscribe`, `sunsubscribe` and `on("smessageBuffer")` only.
 */
export type AdapterSubscriber = ReturnType<typeof createAdapterSubscriber>;

/**
 * Protects the process from messages that the adapter cannot decode: they are logged and dropped
 * instead of throwing.
 */
export function createAdapterSubscriber(channels: Channels, log: Logger) {
  const subscriptions = new Map<string, ChannelSubscription>();
  let listener: Listener | null = null;

  function receive(channel: Buffer, message: Buffer): void {
    try {
      listener?.(channel, message);
    } catch (error) {
      log.warn({ err: error }, "a message on a room's channel could not be read");
    }
  }

  return {
    on(event: string, adapterListener: Listener): void {
      if (event === "smessageBuffer") listener = adapterListener;
    },
    ssubscribe(channel: string): void {
      if (subscriptions.has(channel)) return;
      const name = Buffer.from(channel);
      subscriptions.set(
        channel,
        channels.subscribe(channel, (message) => receive(name, message)),
      );
    },
    sunsubscribe(channel: string): void {
      subscriptions.get(channel)?.close();
      subscriptions.delete(channel);
    },
  };
}

/** Returns the channel on which the sharded adapter (dynamic mode, main namespace) sends a room's events. */
export function adapterRoomChannel(keys: Keys, room: string): string {
  return `${keys.adapterPrefix}#/#${room}#`;
}

/** Returns the room of an adapter's channel, or null for another channel. */
export function roomOfAdapterChannel(keys: Keys, channel: string): string | null {
  const start = `${keys.adapterPrefix}#/#`;
  if (!channel.startsWith(start) || !channel.endsWith("#")) return null;
  return channel.slice(start.length, -1);
}
