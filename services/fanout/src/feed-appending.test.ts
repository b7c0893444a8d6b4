import { expect, test } from "vitest";
import { createFeedAppending } from "./feed-appending.ts";

const message = { entryId: "1-1", stationId: 1, messageId: "m", messageJson: "{}" };

test("the next append says where the log ended before, the latest of what was answered", async () => {
  const answers = ["7-5", "7-4", "8-1", "9-1"];
  const told: (string | null)[] = [];
  const { append } = createFeedAppending(
    async (_account, _partition, _messages, end) => {
      told.push(end);
      return { position: answers.shift() ?? "" };
    },
    async (_account, end) => end,
    () => 0,
  );
  await Promise.all([append("a", 0, [message]), append("a", 1, [message])]);
  await append("a", 0, [message]);
  await append("a", 0, [message]);
  expect(told).toEqual([null, null, "7-5", "8-1"]);
});

test("what is remembered is bounded, the account that was silent longest goes first", async () => {
  const told: (string | null)[] = [];
  const { append } = createFeedAppending(
    async (_account, _partition, _messages, end) => {
      told.push(end);
      return { position: "7-1" };
    },
    async (_account, end) => end,
    () => 0,
    2,
  );
  for (const account of ["a", "b", "a", "c", "a", "b"]) await append(account, 0, [message]);
  expect(told).toEqual([null, null, "7-1", null, "7-1", null]);
});

test("logs of the last minute are looked at, and a gap found there is where they end", async () => {
  const told: (string | null)[] = [];
  const checked: string[] = [];
  let nowMs = 0;
  const { append, checkRecent } = createFeedAppending(
    async (account, _partition, _messages, end) => {
      told.push(end);
      return { position: `7-${account}` };
    },
    async (account, end) => {
      checked.push(`${account} ${end}`);
      return account === "2" ? "8-2" : end;
    },
    () => nowMs,
  );
  await append("1", 0, [message]);
  nowMs = 60_001;
  await append("2", 0, [message]);
  await append("3", 0, [message]);
  await checkRecent();
  expect(checked).toEqual(["2 7-2", "3 7-3"]);
  await append("2", 0, [message]);
  expect(told.at(-1)).toBe("8-2");
});
