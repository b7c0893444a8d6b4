import { expect, test } from "vitest";
import { receptionState } from "./reception-state.ts";

const station = {
  online: true,
  lastMessageAt: "2026-11-21T12:00:00.000Z",
  messagesPerMinute: { now: 30, usual: 31 },
  refused: [],
};
const refusal = { reason: "not-json", count: 3, detail: "" };

test.each([
  ["in its usual rhythm", {}, "usual"],
  ["new, without a usual rate", { messagesPerMinute: { now: 1, usual: null } }, "received"],
  ["quieter than usual", { messagesPerMinute: { now: 10, usual: 31 } }, "quieter"],
  [
    "refused since its last message",
    { refused: [{ ...refusal, lastAt: "2026-11-21T12:00:01.000Z" }] },
    "quieter",
  ],
  [
    "refused before its last message only",
    { refused: [{ ...refusal, lastAt: "2026-11-21T11:00:00.000Z" }] },
    "usual",
  ],
  ["silent", { online: false }, "offline"],
  ["never received", { online: false, lastMessageAt: null }, "waiting"],
])("a station that is %s", (_what, facts, state) => {
  expect(receptionState({ ...station, ...facts })).toBe(state);
});
