import type { DeadLetter, MessageToStore } from "@jetwire/db";
import type { StreamEntry } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { persist } from "./persist.ts";

const links = JSON.stringify({ first: true, skewed: false, icao: null, flightKey: null });

function entry(seq: number, over: Partial<StreamEntry> = {}): StreamEntry {
  const message = testMessage();
  return {
    entryId: `1-${seq}`,
    producer: "p:1",
    seq,
    stationId: 1,
    id: message.id,
    groupId: message.groupId,
    first: true,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: { linksJson: links, raw: "{}" },
    ...over,
  };
}

function refusal(code: string): Error {
  return Object.assign(new Error(`refused with ${code}`), { code });
}

/** Stores in memory; `refuses` returns the error for a message. */
function memory(refuses: (message: MessageToStore) => Error | null) {
  const stored: number[] = [];
  const dead: DeadLetter[] = [];
  const messages: MessageToStore[] = [];
  let tries = 0;
  return {
    stored,
    messages,
    dead,
    tries: () => tries,
    store: {
      async store(_: number, batch: readonly MessageToStore[]) {
        tries++;
        for (const message of batch) {
          const error = refuses(message);
          if (error !== null) throw error;
        }
        messages.push(...batch);
        stored.push(...batch.map(({ seq }) => seq));
      },
      async addDeadLetters(letters: readonly DeadLetter[]) {
        dead.push(...letters);
      },
    },
  };
}

const noAlerts = { push: async () => {} };

function many(count: number): StreamEntry[] {
  return Array.from({ length: count }, (_, index) => entry(index + 1));
}

describe("a batch", () => {
  test("of valid entries is stored in one statement", async () => {
    const { stored, dead, tries, store } = memory(() => null);
    await persist(0, many(100), store, noAlerts);
    expect(stored).toHaveLength(100);
    expect(dead).toEqual([]);
    expect(tries()).toBe(1);
  });

  test("of messages with members of a newer release is stored without those members", async () => {
    const { dead, store, messages } = memory(() => null);
    const message = testMessage();
    const messageJson = JSON.stringify({ ...message, added: { later: true } });
    const details = { linksJson: links.replace("{", '{"added":1,'), raw: "{}" };
    await persist(0, [entry(1, { messageJson, details })], store, noAlerts);
    expect(dead).toEqual([]);
    expect(messages[0]).toMatchObject({ message, links: JSON.parse(links) as object });
    expect(messages[0]?.message).not.toHaveProperty("added");
  });

  test("with an entry that Postgres refuses is stored without it, in order and in few tries (F-22)", async () => {
    const { stored, dead, tries, store } = memory(({ seq }) =>
      seq === 37 ? refusal("22021") : null,
    );
    await persist(0, many(1_000), store, noAlerts);
    expect(stored).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1).filter((seq) => seq !== 37)); // prettier-ignore
    expect(dead.map(({ seq, reason }) => [seq, reason])).toEqual([[37, "refused-by-postgres"]]); // prettier-ignore
    expect(tries()).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(1_000)) + 1);
  });

  test("of refused entries only goes to the dead letters whole", async () => {
    const { stored, dead, store } = memory(() => refusal("23514"));
    await persist(0, many(8), store, noAlerts);
    expect(stored).toEqual([]);
    expect(dead).toHaveLength(8);
  });

  test.each(["57014", "40001", "40P01", "53300", "CONNECTION_CLOSED"])(
    "that fails with %s is rejected whole, to be tried again",
    async (code) => {
      const { dead, tries, store } = memory(() => refusal(code));
      await expect(persist(0, many(8), store, noAlerts)).rejects.toThrow(code);
      expect(dead).toEqual([]);
      expect(tries()).toBe(1);
    },
  );

  test.each([
    ["not JSON", { messageJson: "{" }],
    ["not JSON, with a NUL", { messageJson: '{"a":\u0000' }],
    ["no message", { messageJson: "{}" }],
    ["of a wrong type", { messageJson: JSON.stringify({ ...testMessage(), frequency: "131" }) }],
    ["without links", { details: { linksJson: "{}", raw: "{}" } }],
    ["without details", { details: null }],
  ])("with an entry that is %s is stored without it", async (_, over) => {
    const { stored, dead, store } = memory(() => null);
    await persist(0, [entry(1), entry(2, over), entry(3)], store, noAlerts);
    expect(stored).toEqual([1, 3]);
    expect(dead).toMatchObject([{ reason: "bad-message", seq: 2 }]);
    expect(dead[0]?.detail).not.toBe("");
  });
});

test("messages that were stored are compared with alert rules, those that were delivered before are not", async () => {
  const { store } = memory(({ seq }) => (seq === 5 ? refusal("22021") : null));
  const taken: number[] = [];
  const alerts = {
    push: async (messages: readonly MessageToStore[]) => {
      taken.push(...messages.map(({ seq }) => seq));
    },
  };
  const broken = entry(2, { messageJson: "{" });
  const before = entry(3, { storeOnly: true });
  await persist(0, [entry(1), broken, before, entry(4), entry(5)], store, alerts);
  expect(taken).toEqual([1, 4]);
});
