import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createMessageSampler, messageTraceId, stageSpanId } from "./message-trace.ts";

const ids = Array.from({ length: 20_000 }, () => randomUUID());

test("all or no messages are traced with a ratio of 1 or 0", () => {
  expect(ids.every(createMessageSampler(1))).toBe(true);
  expect(ids.some(createMessageSampler(0))).toBe(false);
});

test("the share of traced messages is the ratio, and a greater ratio traces the same ones too", () => {
  const traced = ids.filter(createMessageSampler(0.1));
  // Six standard deviations.
  expect(Math.abs(traced.length - 2_000)).toBeLessThan(6 * Math.sqrt(1_800));
  expect(traced.every(createMessageSampler(0.2))).toBe(true);
});

test("ids of traces and spans are valid, and spans of a message differ", () => {
  for (const id of ids.slice(0, 100)) {
    expect(messageTraceId(id)).toMatch(/^[0-9a-f]{32}$/);
    const spans = [stageSpanId("journal", id), stageSpanId("append", id)];
    expect(new Set(spans).size).toBe(2);
    expect(spans.every((one) => /^(?!0{16})[0-9a-f]{16}$/.test(one))).toBe(true);
  }
});
