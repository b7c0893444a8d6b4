import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "@jetwire/testbed";
import { acarsdecDownlink, vdlm2decDownlink } from "@jetwire/decoders/samples";
import { openTestDispatch, type TestDispatch } from "./test-dispatch.ts";

const t0 = acarsdecDownlink.timestamp;
let text = 0;

/** An object with a text that nobody has sent yet. */
function fresh(over: object = {}): Record<string, unknown> {
  return { ...acarsdecDownlink, text: `TEXT ${text++}`, ...over };
}

describe("linking", () => {
  let opened: TestDispatch;
  beforeAll(async () => {
    opened = await openTestDispatch();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** Dispatches each as a batch of its own, and returns what was appended. */
  async function appendedOf(...batches: { object: object; stationId: number }[][]) {
    const before = new Set((await opened.appended()).map(({ seq }) => seq));
    for (const batch of batches) await opened.dispatch(...batch);
    return (await opened.appended()).filter(({ seq }) => !before.has(seq));
  }

  test("the same object of a station is kept once, by whatever relay and batch it comes (A-34)", async () => {
    const object = fresh();
    const relayed = { ...object, app: { name: "acarsdec", ver: "9", proxied: true } };
    const kept = await appendedOf(
      [{ object, stationId: 1 }, { object: relayed, stationId: 1 }],
      [{ object, stationId: 1 }],
    ); // prettier-ignore
    expect(kept).toHaveLength(1);
    expect(opened.dispatcher.ledger.counts.duplicates["repeat"]).toBe(2);
  });

  test("of a burst on two channels the stronger is kept within a batch", async () => {
    const weak = fresh({ level: -30, freq: 131.525 });
    const strong = { ...weak, level: -5, freq: 131.55, timestamp: t0 + 0.4 };
    const weakest = { ...weak, level: -40, freq: 131.725, timestamp: t0 + 0.5 };
    const kept = await appendedOf(
      [weak, strong, weakest].map((object) => ({ object, stationId: 1 })),
    );
    expect(kept.map(({ message }) => message.level)).toEqual([-5]);
    expect(opened.dispatcher.ledger.counts.duplicates["burst"]).toBe(2);
  });

  test("of a burst in two batches the first is kept", async () => {
    const weak = fresh({ level: -30 });
    const strong = { ...weak, level: -5, freq: 131.725, timestamp: t0 + 0.4 };
    const kept = await appendedOf(
      [{ object: weak, stationId: 1 }],
      [{ object: strong, stationId: 1 }],
    );
    expect(kept.map(({ message }) => message.level)).toEqual([-30]);
  });

  test("two stations share a group within 3 s of message time, and each is kept (F-31, A-36)", async () => {
    const object = fresh();
    const kept = await appendedOf([
      { object, stationId: 1 },
      { object: { ...object, timestamp: t0 + 2.5, station_id: "XX-OTHER" }, stationId: 2 },
      { object: { ...object, timestamp: t0 + 6, station_id: "XX-OTHER" }, stationId: 2 },
    ]);
    expect(kept).toHaveLength(3);
    const [first, second, later] = kept;
    expect(second?.message.groupId).toBe(first?.message.id);
    expect(kept.map(({ links }) => links.first)).toEqual([true, false, true]);
    expect(later?.message.groupId).toBe(later?.message.id);
  });

  test("frames that name no aircraft are never one group", async () => {
    const object = fresh({ tail: undefined, flight: undefined });
    const kept = await appendedOf([{ object, stationId: 1 }, { object, stationId: 2 }]); // prettier-ignore
    expect(kept.map(({ links }) => links.first)).toEqual([true, true]);
  });

  test("an address received after the tail is linked to the same airframe, and its flight", async () => {
    const byTail = fresh({ tail: ".XX-DEF", flight: "ZZ0456", error: 0 });
    const byBoth = { ...vdlm2decDownlink, text: "OTHER TEXT" };
    const kept = await appendedOf([{ object: byTail, stationId: 1 }, { object: byBoth, stationId: 2 }]); // prettier-ignore
    const [first, second] = kept.map(({ message }) => message);
    expect(first?.airframeId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.airframeId).toBe(first?.airframeId);
    expect(kept[1]?.links.icao).toBe("ABC123");
    expect(first?.flightId).not.toBe(null);
  });

  test("the counts add up afterwards", () => {
    const { counts } = opened.dispatcher.ledger;
    const duplicates = Object.values(counts.duplicates).reduce((a, b) => a + b, 0);
    expect(counts.accepted).toBe(counts.appended + duplicates);
    expect(duplicates).toBe(5);
  });
});

function eachOf(stationIds: readonly number[], count: number) {
  return Array.from({ length: count }, (_, index) => ({
    object: fresh({ timestamp: t0 + index }),
    stationId: stationIds[index % stationIds.length] ?? 1,
  }));
}

describe("a Redis that lost entries", () => {
  test("gets everything above Postgres' watermarks again, nothing below, in a new epoch (F-15)", async () => {
    await using own = await openTestDispatch();
    const { sql } = own.database.database;
    await own.dispatch(...eachOf([0, 1, 2, 3], 40));
    const producer = own.dispatcher.producer.ledger;
    // Partition 0 has entries 1, 5, 9 …; its first five are stored. All of partition 1 is.
    await sql`insert into watermarks (producer, partition, seq)
      values (${`${producer}:1`}, 0, 17), (${`${producer}:1`}, 1, 38)`;
    await own.emptyRedis();
    await until("a new epoch", async () => (await own.appended()).length > 0, 10_000);
    await own.dispatch(...eachOf([0], 1));
    await until("partition 3", async () => (await own.appended()).some(({ seq }) => seq === 40));
    const appended = await own.appended();
    expect(new Set(appended.map((one) => one.producer))).toEqual(new Set([`${producer}:2`]));
    const seqs = appended.map(({ seq }) => seq);
    const missing = Array.from({ length: 41 }, (_, index) => index + 1).filter(
      (seq) => !seqs.includes(seq),
    );
    const stored = [1, 5, 9, 13, 17, 2, 6, 10, 14, 18, 22, 26, 30, 34, 38];
    expect(missing).toEqual(stored.toSorted((a, b) => a - b));
    expect(own.dispatcher.ledger.counts).toMatchObject({ accepted: 41, appended: 41 });

    // The next process continues this epoch, and finds no loss in what was stored before it.
    await own.restart();
    await own.dispatch(...eachOf([2], 3));
    expect(new Set((await own.appended()).map((one) => one.producer)).size).toBe(1);
    expect(await own.appended()).toHaveLength(appended.length + 3);
    expect(own.dispatcher.ledger.counts).toMatchObject({ accepted: 44, appended: 44 });
  });

  test("does not get dropped entries", async () => {
    await using own = await openTestDispatch();
    const object = fresh();
    await own.dispatch({ object, stationId: 1 }, { object, stationId: 1 });
    await own.dispatch(...eachOf([1], 2));
    const before = await own.appended();
    await own.emptyRedis();
    await until("a new epoch", async () => (await own.appended()).length === before.length, 10_000);
    await own.dispatch(...eachOf([1], 1));
    const after = await own.appended();
    expect(after.map(({ seq }) => seq)).toEqual([1, 3, 4, 5]);
    expect(after.map(({ message }) => message.id).slice(0, 3)).toEqual(
      before.map(({ message }) => message.id),
    );
  });

  test("is noticed at the next start", async () => {
    await using own = await openTestDispatch();
    await own.dispatch(...eachOf([0, 1], 6));
    const before = await own.appended();
    await own.emptyRedis();
    await own.restart();
    await until("all again", async () => (await own.appended()).length === 6, 10_000);
    expect((await own.appended()).map(({ message }) => message)).toEqual(
      before.map(({ message }) => message),
    );
  });
});

describe("a restart", () => {
  test("continues the counts, and appends nothing twice (F-06)", async () => {
    await using own = await openTestDispatch();
    await own.dispatch(...eachOf([0, 1, 2, 3], 25));
    await own.restart();
    await own.dispatch(...eachOf([0, 1, 2, 3], 25));
    await own.restart();
    const seqs = (await own.appended()).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(own.dispatcher.ledger.counts).toMatchObject({ offered: 50, accepted: 50, appended: 50 });
  });
});
