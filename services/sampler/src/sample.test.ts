import { randomUUID } from "node:crypto";
import type { StreamEntry } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { fractionFor, sample } from "./sample.ts";

let entries = 0;

function entryOf(first: boolean, groupId: string): StreamEntry {
  const message = testMessage({ groupId });
  return {
    entryId: `1-${++entries}`,
    producer: "p:1",
    seq: 1,
    stationId: 1,
    id: message.id,
    groupId,
    first,
    storeOnly: false,
    messageJson: JSON.stringify(message),
    details: null,
  };
}

const secret = "a secret of tests";
const none: ReadonlySet<number> = new Set();
const all = { fraction: 1, canaryIds: none };
const transmissions = Array.from({ length: 4_000 }, () => entryOf(true, randomUUID()));

function idsAt(fraction: number, key = secret): Set<string> {
  return new Set(
    sample(transmissions, key, { fraction, canaryIds: none }).chosen.map((entry) => entry.entryId),
  );
}

test("F-50: every replica chooses the same, and another secret chooses others", () => {
  expect(idsAt(0.3)).toEqual(idsAt(0.3));
  expect(idsAt(0.3, "another secret altogether")).not.toEqual(idsAt(0.3));
});

test("F-50: a smaller fraction's choice lies within a larger one's, and shares are about right", () => {
  const fractions = [0, 0.01, 0.1, 0.5, 1];
  const chosen = fractions.map((fraction) => idsAt(fraction));
  for (let i = 1; i < chosen.length; i++) {
    const larger = chosen[i] ?? new Set();
    expect([...(chosen[i - 1] ?? [])].filter((id) => !larger.has(id))).toEqual([]);
  }
  // 99.9 % of binomial samples lie within 3.3 standard deviations; five leave room for chance.
  for (const [i, fraction] of fractions.entries()) {
    const deviation = 5 * Math.sqrt(4_000 * fraction * (1 - fraction));
    expect(Math.abs((chosen[i]?.size ?? 0) - 4_000 * fraction)).toBeLessThanOrEqual(deviation);
  }
});

test("R-32: of one transmission's receptions only the first is taken", () => {
  const groupId = randomUUID();
  const [first, second] = [entryOf(true, groupId), entryOf(false, groupId)];
  const result = sample([first, second], secret, all);
  expect(result).toEqual({ chosen: [first], transmissions: 1 });
});

test("an entry that was delivered before is not taken", () => {
  const delivered = { ...entryOf(true, randomUUID()), storeOnly: true };
  expect(sample([delivered], secret, all)).toEqual({ chosen: [], transmissions: 0 });
});

test("the budget lowers the fraction and nothing raises it above its maximum", () => {
  expect(fractionFor(0, 50, 1)).toBe(1);
  expect(fractionFor(10, 50, 1)).toBe(1);
  expect(fractionFor(10, 50, 0.2)).toBe(0.2);
  expect(fractionFor(5_000, 50, 1)).toBe(0.01);
  expect(fractionFor(5_000, 50, 0.001)).toBe(0.001);
});

test("a canary message is neither taken nor counted", () => {
  const rule = { fraction: 1, canaryIds: new Set([7]) };
  const canary = { ...entryOf(true, randomUUID()), stationId: 7 };
  expect(sample([canary], secret, rule)).toEqual({ chosen: [], transmissions: 0 });
});
