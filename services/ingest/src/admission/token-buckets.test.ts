import { describe, expect, test } from "vitest";
import { createTokenBuckets } from "./token-buckets.ts";

function takeMany(
  rates: ReturnType<typeof createTokenBuckets>,
  key: string,
  count: number,
  atMs: number,
) {
  return Array.from({ length: count }, () => rates.consume(key, atMs)).filter(Boolean).length;
}

describe("a token bucket", () => {
  test("lets a burst through, then what it fills by", () => {
    const rates = createTokenBuckets({ perSecond: 10, burst: 5, keysMax: 10 });
    expect(takeMany(rates, "a", 20, 0)).toBe(5);
    expect(takeMany(rates, "a", 20, 300)).toBe(3);
    expect(takeMany(rates, "a", 20, 60_000)).toBe(5);
  });

  test("is each key's own", () => {
    const rates = createTokenBuckets({ perSecond: 1, burst: 2, keysMax: 10 });
    takeMany(rates, "a", 20, 0);
    expect(takeMany(rates, "b", 20, 0)).toBe(2);
  });

  test("gains nothing from a clock that steps back", () => {
    const rates = createTokenBuckets({ perSecond: 1_000, burst: 5, keysMax: 10 });
    takeMany(rates, "a", 5, 10_000);
    expect(takeMany(rates, "a", 5, 0)).toBe(0);
    expect(takeMany(rates, "a", 5, 2)).toBe(2);
  });

  test("owes what was charged above its content, up to as much as it can contain", () => {
    const rates = createTokenBuckets({ perSecond: 10, burst: 5, keysMax: 10 });
    rates.charge("a", 1_000, 0);
    expect(rates.has("a", 500)).toBe(false);
    expect(rates.has("a", 600)).toBe(true);
    expect(takeMany(rates, "a", 5, 800)).toBe(3);
  });

  test("of a flood of keys forgets the least used, not those in use", () => {
    const rates = createTokenBuckets({ perSecond: 0.001, burst: 1, keysMax: 3 });
    rates.consume("used", 0);
    for (let key = 0; key < 50; key++) {
      rates.consume(`flood-${key}`, 0);
      expect(rates.consume("used", 0)).toBe(false);
    }
    expect(rates.consume("flood-0", 0)).toBe(true);
  });
});
