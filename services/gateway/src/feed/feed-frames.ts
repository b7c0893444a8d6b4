import { serverEvent } from "@jetwire/protocol";
import type { FeedEntry } from "@jetwire/redis";
import { frameOptions, type FrameOptions } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";

/** Encodes entries as frames of `feed:message`. */
export function entryFrames(entries: readonly FeedEntry[]): FrameOptions {
  const payloads = entries.map(({ messageJson }) => messageJson);
  return frameOptions(eventFrames(serverEvent.feedMessage, payloads));
}

/** Encodes entries as frames of `feed:message`, each followed by `message:assembled` if it completes a whole. */
export function framesWithWholes(
  entries: readonly Pick<FeedEntry, "messageJson" | "wholeJson">[],
): FrameOptions {
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
  return frameOptions(Buffer.concat(parts));
}
