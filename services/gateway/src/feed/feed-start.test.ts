import { messageIdFloor } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { chooseStart } from "./feed-start.ts";

const id = messageIdFloor(50_000);
const end = { position: "7-9", tag: "b" };
const message = { position: "7-3", tag: "a" };
const found = { end, sinceMs: 0, message };

test.each([
  {
    name: "no id: live",
    after: undefined,
    log: found,
    startedMs: 0,
    start: { from: "live", cursor: end, joinedId: messageIdFloor(99_000) },
  },
  {
    name: "in the log: from its position",
    after: id,
    log: found,
    startedMs: 49_999,
    start: { from: "log", cursor: message, end: "7-9", afterId: id },
  },
  {
    name: "not in the log",
    after: id,
    log: { ...found, message: null },
    startedMs: 0,
    start: { from: "postgres", afterId: id },
  },
  {
    name: "an invalid id",
    after: null,
    log: { ...found, message: null },
    startedMs: 0,
    start: { from: "postgres", afterId: null },
  },
  {
    name: "older than a Redis that was emptied",
    after: id,
    log: found,
    startedMs: 50_000,
    start: { from: "postgres", afterId: id },
  },
  {
    name: "older than the loss of the log or a read from Postgres",
    after: id,
    log: { ...found, sinceMs: 50_000 },
    startedMs: 0,
    start: { from: "postgres", afterId: id },
  },
])("R-30: $name", ({ after, log, startedMs, start }) => {
  expect(chooseStart(after, log, startedMs, 99_000)).toEqual(start);
});
