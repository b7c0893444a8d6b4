import { messageIdFloor } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { whereToBegin } from "./feed-start.ts";

const id = messageIdFloor(50_000);
const end = { position: "7-9", tag: "b" };
const message = { position: "7-3", tag: "a" };
const found = { end, sinceMs: 0, message };

test.each([
  [
    "nothing given: live",
    undefined,
    found,
    0,
    { from: "end", place: end, joinedId: messageIdFloor(99_000) },
  ],
  [
    "in the log: from its place",
    id,
    found,
    49_999,
    { from: "log", place: message, end: "7-9", afterId: id },
  ],
  ["not in the log", id, { ...found, message: null }, 0, { from: "record", afterId: id }],
  ["no message id", null, { ...found, message: null }, 0, { from: "record", afterId: null }],
  ["from before Redis was emptied", id, found, 50_000, { from: "record", afterId: id }],
  [
    "from before the log was lost or the record read",
    id,
    { ...found, sinceMs: 50_000 },
    0,
    { from: "record", afterId: id },
  ],
])("R-30: %s", (_, after, where, beganMs, start) => {
  expect(whereToBegin(after, where, beganMs, 99_000)).toEqual(start);
});
