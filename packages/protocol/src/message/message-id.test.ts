import { describe, expect, test } from "vitest";
import {
  idAheadMsMax,
  isMessageId,
  messageIdFloor,
  messageIdPartition,
  MessageIds,
  messageIdTimeMs,
  streamPartitionsMax,
} from "./message-id.ts";
import { Message } from "./message.ts";

const t0 = 1_767_225_600_000;

describe("message ids", () => {
  test("ascend strictly and never repeat, also beyond 4,096 in a millisecond", () => {
    const ids = new MessageIds(() => t0);
    const made = Array.from({ length: 20_000 }, (_, n) => ids.next(n % streamPartitionsMax));
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
    expect(messageIdTimeMs(made.at(-1) ?? "")).toBe(t0 + 4);
  });

  test("go on ascending while the clock steps back a little, and follow it once it has caught up", () => {
    let nowMs = t0;
    const ids = new MessageIds(() => nowMs);
    const before = ids.next(0);
    nowMs = t0 - idAheadMsMax + 1;
    const back = Array.from({ length: 5_000 }, () => ids.next(0));
    expect([before, ...back].toSorted()).toEqual([before, ...back]);
    expect(messageIdTimeMs(back.at(-1) ?? "")).toBe(t0 + 1);
    nowMs = t0 + 5_000;
    const after = ids.next(0);
    expect(messageIdTimeMs(after)).toBe(t0 + 5_000);
    expect(after > (back.at(-1) ?? "")).toBe(true);
  });

  test("follow the clock when it steps back by an hour, and are never far ahead of it", () => {
    let nowMs = t0 + 3_600_000;
    const ids = new MessageIds(() => nowMs);
    const made = [ids.next(0)];
    nowMs = t0;
    for (let i = 0; i < 5_000; i++) made.push(ids.next(0));
    expect(messageIdTimeMs(made[1] ?? "")).toBe(t0);
    expect(made.slice(1).toSorted()).toEqual(made.slice(1));
    expect(new Set(made).size).toBe(made.length);
    expect(ids.stepsBack).toBe(1);
  });

  test("continue after those of an earlier process, unless these are far ahead", () => {
    const last = new MessageIds(() => t0 + 900).next(0);
    const next = new MessageIds(() => t0, messageIdTimeMs(last)).next(0);
    expect(next > last).toBe(true);
    const far = new MessageIds(() => t0, t0 + 3_600_000).next(0);
    expect(messageIdTimeMs(far)).toBe(t0);
  });

  test("name their partition, whatever it is", () => {
    const ids = new MessageIds(() => t0);
    for (let partition = 0; partition < streamPartitionsMax; partition++) {
      for (let i = 0; i < 40; i++) {
        const id = ids.next(partition);
        expect(messageIdPartition(id)).toBe(partition);
        expect(isMessageId(id)).toBe(true);
        expect(Message.shape.id.safeParse(id).success).toBe(true);
      }
    }
  });

  test("of two processes differ", () => {
    const [a, b] = [new MessageIds(() => t0), new MessageIds(() => t0)];
    const made = Array.from({ length: 1_000 }, () => [a.next(0), b.next(0)]).flat();
    expect(new Set(made).size).toBe(2_000);
  });

  test("have a floor for every time", () => {
    const floor = messageIdFloor(t0);
    const id = new MessageIds(() => t0).next(0);
    const earlier = new MessageIds(() => t0 - 1).next(255);
    expect(earlier < floor && floor <= id).toBe(true);
    expect(isMessageId(floor)).toBe(true);
    expect(isMessageId(messageIdFloor(-5))).toBe(true);
  });

  test.each([
    "",
    "019b76da-a800-7000-8000-00000000000", // short
    "019b76da-a800-4000-8000-000000000000", // version 4
    "019b76da-a800-7000-c000-000000000000", // variant
    "019B76DA-A800-7000-8000-000000000000", // upper case
    "019b76daa80070008000000000000000",
    " 019b76da-a800-7000-8000-000000000000",
    "019b76da-a800-7000-8000-000000000000\n",
  ])("%j isn't one", (text) => {
    expect(isMessageId(text)).toBe(false);
  });
});
