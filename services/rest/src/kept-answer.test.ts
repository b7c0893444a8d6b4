import { expect, test } from "vitest";
import { keepAnswers } from "./kept-answer.ts";

test("many who ask at once share one making, until it is old", async () => {
  let nowMs = 0;
  let made = 0;
  const ask = keepAnswers(async (key: string) => `${key}${++made}`, {
    keptMs: 10,
    keysMax: 2,
    now: () => nowMs,
  });
  expect(await Promise.all([ask("a"), ask("a"), ask("b")])).toEqual(["a1", "a1", "b2"]);
  nowMs = 9;
  expect(await ask("a")).toBe("a1");
  nowMs = 10;
  expect(await ask("a")).toBe("a3");
});

test("what failed is made again; of many keys the oldest go", async () => {
  let made = 0;
  const ask = keepAnswers(
    async (key: string) => {
      if (++made === 1) throw new Error("away");
      return key + made;
    },
    { keptMs: 10, keysMax: 2, now: () => 0 },
  );
  await expect(ask("a")).rejects.toThrow("away");
  expect(await ask("a")).toBe("a2");
  await ask("b");
  await ask("c");
  expect(await ask("c")).toBe("c4");
  expect(await ask("a")).toBe("a5");
});
