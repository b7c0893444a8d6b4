import { expect, test } from "vitest";
import { createFeedAppending } from "./feed-appending.ts";

const message = { entryId: "1-1", stationId: 1, messageId: "m", messageJson: "{}" };

test("the next append says where the log ended before, the latest of what was answered", async () => {
  const answers = ["7-5", "7-4", "8-1", "9-1"];
  const told: (string | null)[] = [];
  const append = createFeedAppending(async (_account, _partition, _messages, end) => {
    told.push(end);
    return { position: answers.shift() ?? "" };
  });
  await Promise.all([append("a", 0, [message]), append("a", 1, [message])]);
  await append("a", 0, [message]);
  await append("a", 0, [message]);
  expect(told).toEqual([null, null, "7-5", "8-1"]);
});

test("what is remembered is bounded, the account that was silent longest goes first", async () => {
  const told: (string | null)[] = [];
  const append = createFeedAppending(async (_account, _partition, _messages, end) => {
    told.push(end);
    return { position: "7-1" };
  }, 2);
  for (const account of ["a", "b", "a", "c", "a", "b"]) await append(account, 0, [message]);
  expect(told).toEqual([null, null, "7-1", null, "7-1", null]);
});
