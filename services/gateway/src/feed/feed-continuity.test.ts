import type { FeedEntry } from "@jetwire/redis";
import { expect, test } from "vitest";
import { continueFrom } from "./feed-continuity.ts";

function entry(position: string, tag = "t"): FeedEntry {
  return {
    position,
    tag,
    stationId: 1,
    messageId: position,
    messageJson: Buffer.alloc(0),
    wholeJson: Buffer.alloc(0),
  };
}

const start = { position: "0-0", tag: "" };
const five = { position: "7-5", tag: "t" };

test.each([
  ["nothing new", { position: five, read: ["7-5"], end: null }, []],
  ["what follows", { position: five, read: ["7-5", "7-6", "7-7"], end: null }, ["7-6", "7-7"]],
  [
    "the position trimmed away, the next one present",
    { position: five, read: ["7-6", "7-7"], end: null },
    ["7-6", "7-7"],
  ],
  ["everything trimmed away, nothing new", { position: five, read: [], end: "7-5" }, []],
  ["the first ever", { position: start, read: ["9-1", "9-2"], end: null }, ["9-1", "9-2"]],
  ["none ever", { position: start, read: [], end: "0-0" }, []],
  [
    "up to where another epoch begins",
    { position: five, read: ["7-5", "7-6", "9-1"], end: null },
    ["7-6"],
  ],
  ["trimmed beyond the position", { position: five, read: ["7-8"], end: null }, "lost"],
  ["all trimmed, and more than was read", { position: five, read: [], end: "7-9" }, "lost"],
  ["the log shorter than the position", { position: five, read: [], end: "7-4" }, "lost"],
  ["the log deleted", { position: five, read: [], end: "0-0" }, "lost"],
  ["another epoch", { position: five, read: ["9-1"], end: null }, "lost"],
  [
    "another epoch right after the position",
    { position: five, read: ["7-5", "9-1"], end: null },
    "lost",
  ],
  ["not the first ever", { position: start, read: ["9-2"], end: null }, "lost"],
])("%s", (_, { position, read, end }, expected) => {
  const after = continueFrom(
    position,
    read.map((one) => entry(one)),
    end === null ? null : { position: end, tag: "" },
  );
  expect(after === "lost" ? after : after.map((one) => one.position)).toEqual(expected);
});

test("an entry with another tag at the position is not the one that was read; without a known tag it is accepted", () => {
  expect(continueFrom(five, [entry("7-5", "later"), entry("7-6")], null)).toBe("lost");
  expect(continueFrom({ ...five, tag: "" }, [entry("7-5"), entry("7-6")], null)).toHaveLength(1);
});
