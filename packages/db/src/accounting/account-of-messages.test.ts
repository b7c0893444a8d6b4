import type { LedgerCounts } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { accountOf, type ProducerCounts, sumOf } from "./account-of-messages.ts";

const counts: LedgerCounts = {
  offered: 100,
  accepted: 70,
  appended: 60,
  duplicates: { repeat: 4, "other-channel": 1 },
  notAMessage: { squitter: 10 },
  rejected: { "not-json": 12 },
  limited: { "station-rate": 8 },
  kernelDrops: 3,
  journalBytes: 512,
};

function line(over: Partial<ProducerCounts> = {}): ProducerCounts {
  return { producer: "a", counts, stored: 50, deadLetters: 1, ...over };
}

const none = { stored: 0, deadLetters: 0 };

describe("the conservation law", () => {
  test("holds when the streams hold what is missing between appended and stored", () => {
    const sum = sumOf([accountOf(line()), accountOf(line({ producer: "b" }))], none, 18);
    expect(sum).toMatchObject({
      offered: 200,
      persisted: 100,
      deadLetters: 2,
      inJournal: 10,
      inStream: 18,
      duplicates: { repeat: 8, "other-channel": 2 },
      kernelDrops: 6,
      unaccounted: 0,
    });
  });

  test("names what is nowhere: appended, not stored, not in the streams", () => {
    expect(sumOf([accountOf(line())], none, 6).unaccounted).toBe(3);
  });

  test("counts what was stored for a producer without a ledger", () => {
    expect(sumOf([accountOf(line())], { stored: 2, deadLetters: 1 }, 6).unaccounted).toBe(0);
  });

  test("is not judged without Redis", () => {
    expect(sumOf([accountOf(line())], none, null).unaccounted).toBeNull();
  });

  test("a producer that lost count of what it was offered shows it by itself", () => {
    const account = accountOf(line({ counts: { ...counts, rejected: {} } }));
    expect(account.unaccounted).toBe(12);
  });
});
