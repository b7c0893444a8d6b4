import type { MessageToStore } from "@jetwire/db";
import type { StreamEntry } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { persist, type Poison } from "./persist.ts";

const links = JSON.stringify({ first: true, skewed: false, icao: null, flightKey: null });

function entry(seq: number, over: Partial<StreamEntry> = {}): StreamEntry {
  const messageJson = JSON.stringify(testMessage());
  const whose = { entryId: `1-${seq}`, producer: "p:1", seq, stationId: 1 };
  return { ...whose, messageJson, linksJson: links, raw: "{}", ...over };
}

function refusal(code: string): Error {
  return Object.assign(new Error(`refused with ${code}`), { code });
}

/** Stores in memory, refusing what `refuses` says. */
function memory(refuses: (message: MessageToStore) => Error | null) {
  const stored: number[] = [];
  const parked: Poison[] = [];
  let tries = 0;
  return {
    stored,
    parked,
    tries: () => tries,
    steps: {
      async store(_: number, messages: readonly MessageToStore[]) {
        tries++;
        for (const message of messages) {
          const error = refuses(message);
          if (error !== null) throw error;
        }
        stored.push(...messages.map(({ seq }) => seq));
      },
      async park(_: number, poison: readonly Poison[]) {
        parked.push(...poison);
      },
    },
  };
}

function many(count: number): StreamEntry[] {
  return Array.from({ length: count }, (_, index) => entry(index + 1));
}

describe("a batch", () => {
  test("that is good is stored in one go", async () => {
    const { stored, parked, tries, steps } = memory(() => null);
    await persist(0, many(100), steps);
    expect(stored).toHaveLength(100);
    expect(parked).toEqual([]);
    expect(tries()).toBe(1);
  });

  test("with one that Postgres refuses is stored but for that one, in order and in few tries (F-22)", async () => {
    const { stored, parked, tries, steps } = memory(({ seq }) =>
      seq === 37 ? refusal("22021") : null,
    );
    await persist(0, many(1_000), steps);
    expect(stored).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1).filter((seq) => seq !== 37)); // prettier-ignore
    expect(parked.map(({ entry: { seq }, reason }) => [seq, reason])).toEqual([[37, "refused-by-postgres"]]); // prettier-ignore
    expect(tries()).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(1_000)) + 1);
  });

  test("of nothing but refused ones is parked whole", async () => {
    const { stored, parked, steps } = memory(() => refusal("23514"));
    await persist(0, many(8), steps);
    expect(stored).toEqual([]);
    expect(parked).toHaveLength(8);
  });

  test.each(["57014", "40001", "40P01", "53300", "CONNECTION_CLOSED"])(
    "that fails with %s is nobody's fault and comes again whole",
    async (code) => {
      const { parked, tries, steps } = memory(() => refusal(code));
      await expect(persist(0, many(8), steps)).rejects.toThrow(code);
      expect(parked).toEqual([]);
      expect(tries()).toBe(1);
    },
  );

  test.each([
    ["not JSON", { messageJson: "{" }],
    ["not JSON, with a NUL", { messageJson: '{"a":\u0000' }],
    ["no message", { messageJson: "{}" }],
    ["of a wrong type", { messageJson: JSON.stringify({ ...testMessage(), frequency: "131" }) }],
    ["with a member too many", { messageJson: JSON.stringify({ ...testMessage(), x: 1 }) }],
    ["without links", { linksJson: "{}" }],
  ])("with an entry that is %s is stored but for it", async (_, over) => {
    const { stored, parked, steps } = memory(() => null);
    await persist(0, [entry(1), entry(2, over), entry(3)], steps);
    expect(stored).toEqual([1, 3]);
    expect(parked).toMatchObject([{ reason: "bad-message", entry: { seq: 2 } }]);
    expect(parked[0]?.detail).not.toBe("");
  });
});
