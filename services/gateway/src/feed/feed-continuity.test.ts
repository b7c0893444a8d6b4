import type { FeedEntry } from "@jetwire/redis";
import { expect, test } from "vitest";
import { continueFrom } from "./feed-continuity.ts";

function entry(position: string, tag = "t"): FeedEntry {
  return { position, tag, stationId: 1, messageId: position, messageJson: Buffer.alloc(0) };
}

const start = { position: "0-0", tag: "" };
const five = { position: "7-5", tag: "t" };

test.each([
  ["nothing new", five, ["7-5"], null, []],
  ["what follows", five, ["7-5", "7-6", "7-7"], null, ["7-6", "7-7"]],
  ["the place trimmed away, the next one there", five, ["7-6", "7-7"], null, ["7-6", "7-7"]],
  ["everything trimmed away, nothing new", five, [], "7-5", []],
  ["the first ever", start, ["9-1", "9-2"], null, ["9-1", "9-2"]],
  ["none ever", start, [], "0-0", []],
  ["up to where another epoch begins", five, ["7-5", "7-6", "9-1"], null, ["7-6"]],
  ["trimmed beyond the place", five, ["7-8"], null, "lost"],
  ["all trimmed, and more than was read", five, [], "7-9", "lost"],
  ["the log shorter than the place", five, [], "7-4", "lost"],
  ["the log gone", five, [], "0-0", "lost"],
  ["another epoch", five, ["9-1"], null, "lost"],
  ["another epoch right behind the place", five, ["7-5", "9-1"], null, "lost"],
  ["not the first ever", start, ["9-2"], null, "lost"],
])("%s", (_, place, read, end, expected) => {
  const after = continueFrom(
    place,
    read.map((position) => entry(position)),
    end === null ? null : { position: end, tag: "" },
  );
  expect(after === "lost" ? after : after.map(({ position }) => position)).toEqual(expected);
});

test("an entry of another time at the place is not the one that was read; an unseen one is taken", () => {
  expect(continueFrom(five, [entry("7-5", "later"), entry("7-6")], null)).toBe("lost");
  expect(continueFrom({ ...five, tag: "" }, [entry("7-5"), entry("7-6")], null)).toHaveLength(1);
});
