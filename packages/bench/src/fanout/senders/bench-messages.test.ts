import { EnrichedMessage } from "@jetwire/protocol";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBenchMessages } from "./bench-messages.ts";
import { countOfId } from "./stamped-id.ts";

test("messages are enriched ones, numbered, and their texts are the messages", () => {
  const messages = createBenchMessages();
  const all = [...messages.next(300), ...messages.next(300)];
  for (const { id, message, text } of all) {
    expect(EnrichedMessage.safeParse(message).error).toBeUndefined();
    expect(JSON.stringify(message)).toBe(text);
    expect(message.id).toBe(id);
  }
  expect(all.map(({ id }) => countOfId(id))).toEqual(all.map((_, n) => n));
});

test("everybody gets the same messages, whenever they begin", () => {
  const a = createBenchMessages().next(20);
  vi.useFakeTimers({ now: Date.now() + 90_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const b = createBenchMessages().next(20);
  const contents = (some: typeof a) => some.map(({ text }) => text.slice(100));
  expect(contents(a)).toEqual(contents(b));
});
