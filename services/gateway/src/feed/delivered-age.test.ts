import { messageIdFloor } from "@jetwire/protocol";
import type { FeedEntry } from "@jetwire/redis";
import { expect, test } from "vitest";
import { createDeliveredAge } from "./delivered-age.ts";

const openedMs = 5_000;

function entry(n: number, acceptedAtMs: number): FeedEntry {
  const empty = Buffer.alloc(0);
  const messageId = messageIdFloor(acceptedAtMs);
  return { position: `7-${n}`, tag: "t", stationId: 1, messageId, messageJson: empty, wholeJson: empty }; // prettier-ignore
}

test("each message counts once for all connections, and what was missed before the feed was opened does not", () => {
  const counted: number[] = [];
  const reached = (times: Iterable<number>) => void counted.push(...times);
  const noteDelivered = createDeliveredAge({ age: { reached } }, () => openedMs);
  noteDelivered([entry(1, 1_000), entry(2, 6_000)], openedMs);
  noteDelivered([entry(1, 1_000), entry(2, 6_000)], openedMs);
  noteDelivered([entry(2, 6_000), entry(3, 5_900)], openedMs);
  noteDelivered([], openedMs);
  expect(counted).toEqual([6_000, 5_900]);
});
