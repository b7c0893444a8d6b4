import type { FeedLog } from "@jetwire/redis";
import { expect, test } from "vitest";
import { createFeedAppender } from "./feed-appender.ts";

const caps = { entriesMax: 100, ageMsMax: 1_000 };
const source = { partition: 0, token: 1 };
const message = { stationId: 1, messageId: "m", messageJson: "{}" };

/** Logs that return these positions and record the end that each call knew. */
function scriptedLogs(
  positionOf: (accountId: string) => string,
  check: (accountId: string, end: string) => string = (_account, end) => end,
) {
  const known: (string | null)[] = [];
  const of = (accountId: string): Pick<FeedLog, "append" | "check"> => ({
    append: async (messages, _caps, lastKnown = null) => {
      known.push(lastKnown);
      return { appended: messages.length, position: positionOf(accountId) };
    },
    check: async (_caps, lastKnown) => check(accountId, lastKnown),
  });
  return { known, logs: { of } };
}

test("the next append passes the log's end, the latest of those returned", async () => {
  const answers = ["7-5", "7-4", "8-1", "9-1"];
  const { known, logs } = scriptedLogs(() => answers.shift() ?? "");
  const { append } = createFeedAppender(logs, { caps, now: () => 0 });
  await Promise.all([append("a", [message], source), append("a", [message], source)]);
  await append("a", [message], source);
  await append("a", [message], source);
  expect(known).toEqual([null, null, "7-5", "8-1"]);
});

test("the number of remembered accounts is bounded, the longest silent one is forgotten first", async () => {
  const { known, logs } = scriptedLogs(() => "7-1");
  const { append } = createFeedAppender(logs, { caps, now: () => 0, accountsMax: 2 });
  for (const account of ["a", "b", "a", "c", "a", "b"]) await append(account, [message], source);
  expect(known).toEqual([null, null, "7-1", null, "7-1", null]);
});

test("logs of the last minute are checked, and the end after a gap replaces the known one", async () => {
  const checked: string[] = [];
  let nowMs = 0;
  const { known, logs } = scriptedLogs(
    (account) => `7-${account}`,
    (account, end) => {
      checked.push(`${account} ${end}`);
      return account === "2" ? "8-2" : end;
    },
  );
  const { append, checkRecent } = createFeedAppender(logs, { caps, now: () => nowMs });
  await append("1", [message], source);
  nowMs = 60_001;
  await append("2", [message], source);
  await append("3", [message], source);
  await checkRecent();
  expect(checked).toEqual(["2 7-2", "3 7-3"]);
  await append("2", [message], source);
  expect(known.at(-1)).toBe("8-2");
});
