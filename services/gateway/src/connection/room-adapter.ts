import type { AdapterSubscriber, Keys, RedisConnection } from "@jetwire/redis";
import { createShardedAdapter } from "@socket.io/redis-adapter";
import { frameOptions } from "./engine-connection.ts";
import { textFrame } from "./frames.ts";

/** The part of an adapter that encodes packets; the name of the method is the library's. */
interface PacketEncoder {
  readonly encoder: { encode(packet: unknown): unknown[] };
}

/** Creates the adapter that shares rooms with all gateways and workers through Redis. */
export function createRoomAdapter(
  publisher: RedisConnection,
  subscriber: AdapterSubscriber,
  keys: Keys,
) {
  const createAdapter = createShardedAdapter(publisher, subscriber, {
    channelPrefix: keys.adapterPrefix,
    subscriptionMode: "dynamic",
  });
  // The library calls it with `new`, which an arrow function does not allow.
  return function createEncodingAdapter(namespace: unknown) {
    const adapter = createAdapter(namespace);
    encodeInOneBuffer(adapter as unknown as PacketEncoder);
    return adapter;
  };
}

/**
 * Encodes a packet for a room as one buffer, once for all members. The library makes two buffers,
 * header and payload: a gathered write for each member, which costs more than one copy.
 */
function encodeInOneBuffer(adapter: PacketEncoder): void {
  function encode(packet: unknown, options: object): unknown[] {
    const encoded = adapter.encoder.encode(packet);
    const [text] = encoded;
    const isText = encoded.length === 1 && typeof text === "string";
    if (isText) Object.assign(options, frameOptions(textFrame(`4${text}`)));
    return encoded;
  }
  Object.defineProperty(adapter, "_encode", { value: encode });
}
