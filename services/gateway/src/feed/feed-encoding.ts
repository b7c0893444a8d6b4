import { serverEvent } from "@jetwire/protocol";
import type { FeedEntry } from "@jetwire/redis";
import { eventFrames } from "../connection/frames.ts";

/** A message, and the whole that it completes; that is empty if it completes none. */
export type EncodedEntry = Pick<FeedEntry, "messageId" | "messageJson" | "wholeJson">;

/** Encodes the entries of a feed for one kind of connection. Readers that share an encoding share what it returns. */
export interface FeedEncoding {
  /** Encodes the messages only. */
  messages(entries: readonly EncodedEntry[]): Buffer;
  /** Encodes each message, and after it the whole that it completes. */
  withWholes(entries: readonly EncodedEntry[]): Buffer;
}

/** Encodes as frames of `feed:message` and `message:assembled`. */
export const feedFrames: FeedEncoding = {
  messages: (entries) =>
    eventFrames(
      serverEvent.feedMessage,
      entries.map(({ messageJson }) => messageJson),
    ),
  withWholes(entries) {
    const parts: Buffer[] = [];
    let payloads: Buffer[] = [];
    for (const { messageJson, wholeJson } of entries) {
      payloads.push(messageJson);
      if (wholeJson.length === 0) continue;
      parts.push(eventFrames(serverEvent.feedMessage, payloads));
      parts.push(eventFrames(serverEvent.messageAssembled, [wholeJson]));
      payloads = [];
    }
    parts.push(eventFrames(serverEvent.feedMessage, payloads));
    return Buffer.concat(parts);
  },
};
