import { until } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import type { StationResult } from "../admission/stations.ts";
import { decoded, openQueue, push } from "../../test/queue-in-memory.ts";
import { JournalFullError } from "./journal-full-error.ts";

describe("a message", () => {
  test("is journaled in order of arrival, with its station's partition", async () => {
    const { queue, entries, journaled, ledger, stop } = openQueue();
    const running = queue.run(stop.signal);
    const results = await Promise.all(
      Array.from({ length: 95 }, (_, n) => push(queue, `S${n % 3}`, String(n))),
    );
    expect(entries.map(({ raw }) => raw)).toEqual(Array.from({ length: 95 }, (_, n) => String(n)));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(journaled.map(({ entry }) => entry)).toEqual(entries);
    expect(results).toEqual(entries.map(({ id }) => ({ status: "accepted", id })));
    const sorted = entries.map(({ id }) => id).toSorted();
    expect(entries.map(({ id }) => id)).toEqual(sorted);
    expect(ledger.counts).toMatchObject({ offered: 95, accepted: 95, limited: {} });
    stop.abort();
    await running;
  });

  test("has its result only once it is on disk", async () => {
    const { queue, entries, stop } = openQueue();
    let resultAt = -1;
    const onResult = () => {
      resultAt = entries.length;
    };
    queue.push({
      decoded,
      ident: "S",
      address: "a",
      acceptedAtMs: 1,
      authenticated: null,
      raw: "x",
      onResult,
    });
    const running = queue.run(stop.signal);
    await until("the result", () => resultAt >= 0);
    expect(resultAt).toBe(1);
    stop.abort();
    await running;
  });

  test("that is in the queue at a stop is still journaled", async () => {
    const { queue, entries, stop } = openQueue();
    const results = Promise.all(Array.from({ length: 45 }, (_, n) => push(queue, "S", String(n))));
    stop.abort();
    await queue.run(stop.signal);
    await results;
    expect(entries).toHaveLength(45);
  });
});

describe("a message that is not accepted", () => {
  test("over a full queue is limited at once and counted (F-05)", async () => {
    const { queue, ledger, stop } = openQueue({ queueMax: 20 });
    const progress = Array.from({ length: 50 }, (_, n) => push(queue, "S", String(n)));
    expect(queue.fill).toBe(1);
    expect(ledger.counts.limited).toEqual({ overload: 30 });
    expect(await progress[49]).toEqual({ status: "limited", reason: "overload" });
    stop.abort();
    await queue.run(stop.signal);
    expect(ledger.counts).toMatchObject({ offered: 50, accepted: 20 });
    expect(queue.fill).toBe(0);
  });

  test("over a queue that others have filled is accepted up to a reserve if a key proves it (A-31)", async () => {
    const { queue, ledger, stop } = openQueue({ queueMax: 20 });
    const flood = Array.from({ length: 200 }, (_, n) => push(queue, "S", String(n)));
    const proven = Array.from({ length: 5 }, (_, n) => push(queue, "S", `P${n}`, true));
    stop.abort();
    await queue.run(stop.signal);
    const statuses = (await Promise.all(proven)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 5 }, () => "accepted"));
    expect(ledger.counts).toMatchObject({ offered: 205, accepted: 25 });
    await Promise.all(flood);
  });

  test("because its station has no id is limited, and its neighbours are accepted", async () => {
    const reasons: Record<string, StationResult> = {
      away: "stations-unavailable",
      flood: "new-stations",
      good: 7,
    };
    const { queue, entries, ledger, stop } = openQueue({
      resolve: ({ ident }) => reasons[ident] ?? 1,
    });
    const results = ["away", "good", "flood", "good"].map((ident) => push(queue, ident, ident));
    stop.abort();
    await queue.run(stop.signal);
    expect(
      (await Promise.all(results)).map((one) => ("reason" in one ? one.reason : "accepted")),
    ).toEqual(["stations-unavailable", "accepted", "new-stations", "accepted"]);
    expect(entries.map(({ stationId, seq }) => [stationId, seq])).toEqual([[7, 1], [7, 2]]); // prettier-ignore
    expect(ledger.counts).toMatchObject({ offered: 4, accepted: 2 });
    expect(ledger.counts.limited).toEqual({ "stations-unavailable": 1, "new-stations": 1 });
  });

  test.each([
    [new Error("ENOSPC: no space left on device"), "journal-failed"],
    [new JournalFullError(1), "journal-full"],
  ])(
    "while the journal fails (%s) is counted and gets a result; later ones are accepted (F-08)",
    async (failure, reason) => {
      // prettier-ignore
      const { queue, entries, state, journaled, ledger, stop } = openQueue();
      const running = queue.run(stop.signal);
      state.fails = failure;
      const refused = await Promise.all(
        Array.from({ length: 7 }, (_, n) => push(queue, "S", String(n))),
      );
      expect(refused).toEqual(refused.map(() => ({ status: "limited", reason })));
      state.fails = null;
      const accepted = await push(queue, "S", "later");
      expect(accepted.status).toBe("accepted");
      expect(entries.map(({ raw, seq }) => [raw, seq])).toEqual([["later", 1]]);
      expect(journaled).toHaveLength(1);
      expect(ledger.counts).toMatchObject({ offered: 8, accepted: 1, limited: { [reason]: 7 } });
      stop.abort();
      await running;
    },
  );

  test("at a stop with a broken journal gets a result as well, so that no sender waits for ever", async () => {
    const { queue, state, ledger, stop } = openQueue({ batchMax: 2 });
    state.fails = new Error("EIO");
    const results = Promise.all(Array.from({ length: 9 }, (_, n) => push(queue, "S", String(n))));
    stop.abort();
    await queue.run(stop.signal);
    expect((await results).every(({ status }) => status === "limited")).toBe(true);
    expect(ledger.counts).toMatchObject({
      offered: 9,
      accepted: 0,
      limited: { "journal-failed": 9 },
    });
  });
});

test("a change of the counts alone is written after a moment", async () => {
  const { queue, state, ledger, stop } = openQueue();
  const running = queue.run(stop.signal);
  await until("the first progress record", () => state.appends === 1);
  ledger.rejected("not-json");
  await until("the next progress record", () => state.appends === 2);
  stop.abort();
  await running;
  expect(state.appends).toBe(2);
});
