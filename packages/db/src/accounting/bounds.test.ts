import { describe, expect, test } from "vitest";
import { accountOf, sumOf } from "./account-of-messages.ts";
import { boundsOf, certainOf, type Reading } from "./bounds.ts";

const none = { stored: 0, deadLetters: 0 };

/** Numbers from 0 to 1 that the seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A path on which messages move while it is read, and some are lost. */
function movingPath(seed: number) {
  const random = createRandom(seed);
  const state = { nowMs: 1_000_000, appended: 0, stored: 0, handedOut: 0, lag: 0, lost: 0 };
  let copied = { appended: 0, ms: state.nowMs };

  function step(ms: number): void {
    for (let end = state.nowMs + ms; state.nowMs < end; state.nowMs++) {
      const arrived = random() < 0.4 ? 1 : 0;
      state.appended += arrived;
      state.lag += arrived;
      if (random() < 0.05) {
        const batch = Math.floor(random() * (state.lag + 1));
        state.lag -= batch;
        state.handedOut += batch;
      }
      // Stored and acknowledged a little later: in between a message is in both places.
      if (random() < 0.05) state.handedOut = 0;
      if (state.nowMs % 1_000 === 0) copied = { appended: state.appended, ms: state.nowMs };
    }
  }

  function lose(count: number): void {
    state.lag -= count;
    state.lost += count;
  }

  /** Everything handed out counts as stored, the most confusing case. */
  function storedNow(): number {
    return state.appended - state.lag - state.lost;
  }

  function read(): Reading {
    const counts = {
      offered: copied.appended,
      accepted: copied.appended,
      appended: copied.appended,
      duplicates: {},
      notAMessage: {},
      rejected: {},
      limited: {},
      kernelDrops: 0,
      journalBytes: 0,
    };
    const account = accountOf({ producer: "a", counts, stored: storedNow(), deadLetters: 0 });
    const { ms } = copied;
    step(Math.floor(random() * 40));
    const [inStream, pending] = [state.lag + state.handedOut, state.handedOut];
    const sum = sumOf([account], none, inStream);
    return { sum, inStream, pending, copiedMs: [ms], endMs: state.nowMs };
  }

  return { state, step, lose, read };
}

describe("while messages move", () => {
  test.each(Array.from({ length: 200 }, (_, seed) => seed))(
    "no loss is reported where there is none, and one message too many neither (seed %i)",
    (seed) => {
      const path = movingPath(seed);
      path.step(3_000 + seed);
      const readings = Array.from({ length: 6 }, () => {
        path.step(1_200);
        return path.read();
      });
      const bounds = boundsOf(readings);
      expect(bounds).not.toBeNull();
      expect(bounds?.atLeast).toBeLessThanOrEqual(0);
      expect(bounds?.atMost).toBeGreaterThanOrEqual(0);
      expect(certainOf(bounds ?? { atLeast: 1, atMost: 1 })).toBe(0);
    },
  );

  test("a single moment would have shown a difference that is none", () => {
    const path = movingPath(1);
    path.step(3_500);
    const { sum } = path.read();
    expect(sum.unaccounted).toBeLessThan(0);
  });

  test("a loss that is greater than what moves is reported with its sign", () => {
    const path = movingPath(7);
    path.step(2_000);
    for (let i = 0; i < 5_000 && path.state.lag < 30; i++) path.step(1);
    const loss = path.state.lag;
    path.lose(loss);
    path.state.lost += 2_000;
    path.state.appended += 2_000;
    path.step(2_000);
    const bounds = boundsOf(
      Array.from({ length: 6 }, () => {
        path.step(1_200);
        return path.read();
      }),
    );
    expect(bounds?.atLeast).toBeGreaterThan(0);
    expect(bounds?.atLeast).toBeLessThanOrEqual(2_000 + loss);
    expect(bounds?.atMost).toBeGreaterThanOrEqual(2_000 + loss);
  });
});

describe("when nothing moves", () => {
  const counts = {
    offered: 30,
    accepted: 25,
    appended: 20,
    duplicates: { repeat: 2 },
    notAMessage: {},
    rejected: { "not-json": 5 },
    limited: {},
    kernelDrops: 0,
    journalBytes: 0,
  };
  function still(stored: number, inStream: number, pending = 0): Reading[] {
    const account = accountOf({ producer: "a", counts, stored, deadLetters: 1 });
    const sum = sumOf([account], none, inStream);
    const reading = (endMs: number) => ({ sum, inStream, pending, copiedMs: [0], endMs });
    return [reading(10_000), reading(11_200)];
  }

  test.each([
    ["all is there", 12, 7, 0],
    ["one is lost", 11, 7, 1],
    ["all in the stream are lost", 12, 0, 7],
    ["counts were lost with a journal", 22, 7, -10],
  ])("the difference is exact: %s", (_, stored, inStream, difference) => {
    const bounds = boundsOf(still(stored, inStream));
    expect(bounds).toEqual({ atLeast: difference, atMost: difference });
    expect(certainOf(bounds ?? { atLeast: 0, atMost: 0 })).toBe(difference);
  });

  test("entries that are stored and not acknowledged, because the persister died, are no surplus", () => {
    const bounds = boundsOf(still(15, 7, 3));
    expect(bounds).toEqual({ atLeast: -3, atMost: 0 });
    expect(certainOf(bounds ?? { atLeast: 1, atMost: 1 })).toBe(0);
  });

  test("one reading says nothing", () => {
    expect(boundsOf(still(12, 7).slice(1))).toBeNull();
  });
});
