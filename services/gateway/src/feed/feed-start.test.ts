import { messageIdFloor } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { chooseStart } from "./feed-start.ts";

const id = messageIdFloor(50_000);
const end = { position: "7-9", tag: "b" };
const message = { position: "7-3", tag: "a" };
const found = { end, sinceMs: 0, message };

test.each([
  [
    "no id: live",
    undefined,
    found,
    0,
    { from: "live", cursor: end, joinedId: messageIdFloor(99_000) },
  ],
  [
    "in the log: from its position",
    id,
    found,
    49_999,
    { from: "log", cursor: message, end: "7-9", afterId: id },
  ],
  ["not in the log", id, { ...found, message: null }, 0, { from: "postgres", afterId: id }],
  ["an invalid id", null, { ...found, message: null }, 0, { from: "postgres", afterId: null }],
  ["older than a Redis that was emptied", id, found, 50_000, { from: "postgres", afterId: id }],
  [
    "older than the loss of the log or a read from Postgres",
    id,
    { ...found, sinceMs: 50_000 },
    0,
    { from: "postgres", afterId: id },
  ],
])("R-30: %s", (_, after, log, startedMs, start) => {
  expect(chooseStart(after, log, startedMs, 99_000)).toEqual(start);
});
