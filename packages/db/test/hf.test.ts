import { messageIdFloor, type Message, MessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { HfReception, MessageToStore } from "../src/index.ts";

const hourMs = 3_600_000;
const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString();
const ids = new MessageIds(() => Date.parse(hour) + 1_000);
let at: TestDatabase;
let seq = 0;

beforeAll(async () => {
  at = await createTestDatabase();
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date(Date.now() - 2 * hourMs), 2);
  await sql`
    insert into stations (id, ident, hidden, latitude, longitude, shows_exact_position)
    overriding system value values (1, 'A', false, 40.04, -74.04, false), (2, 'B', false, null, null, false),
      (3, 'HIDDEN', true, 1, 1, false)`;
});
afterAll(() => at[Symbol.asyncDispose]());

const report = {
  groundStation: 4,
  tuned: [1, 5],
  received: [5],
  mpdus: { received: [219, 25, 0, 1], failed: [5, 1, 0, 0], sent: [12, 1, 0, 0], delivered: [12, 1, 0, 0] }, // prettier-ignore
  squittersReceived: 257,
  squittersMissed: 11,
  changeCause: 7,
};

function received(over: Partial<Message>, hfdl: MessageToStore["hfdl"] = null): MessageToStore {
  const id = ids.next(0);
  const message = testMessage({
    id,
    groupId: id,
    source: "dumphfdl",
    sourceType: "hfdl",
    stationId: 1,
    linkDirection: "downlink",
    frequency: 6.661,
    timestamp: new Date(Date.parse(hour) + 1_000).toISOString(),
    ...over,
  });
  const links = { first: true, skewed: false, icao: null, flightKey: null };
  const details = hfdl ?? { groundStation: 4, reports: [] };
  return { message, links, raw: "{}", producer: "p:1", seq: ++seq, hfdl: details };
}

async function store(messages: readonly MessageToStore[]): Promise<void> {
  const parts = [{ partition: 0, messages }];
  await db.messageStore.storeBatch(at.database.sql, { parts, airframes: [], flights: [] });
}

async function reportsOf(id: string): Promise<unknown[]> {
  const rows = await at.database.sql<{ row: unknown }[]>`
    select to_jsonb(r) - 'message_id' as row from hfdl_reports r where message_id = ${id}
    order by ground_station`;
  return rows.map(({ row }) => row);
}

function reception(over: Partial<HfReception>): HfReception {
  const lastAt = new Date().toISOString();
  return {
    period: hour,
    groundStation: 4,
    khz: 6_661,
    ident: "A",
    squitters: 0,
    frames: 0,
    snrSum: 0,
    snrCount: 0,
    lastSquitterAt: null,
    lastAt,
    ...over,
  };
}

describe("what aircraft report of ground stations", () => {
  const details = { groundStation: 4, reports: [report, { ...report, groundStation: 2, mpdus: null }] }; // prettier-ignore

  test("is stored with the message, once though it is delivered twice", async () => {
    const sent = received({}, details);
    await store([sent]);
    await store([sent]);
    expect(await reportsOf(sent.message.id)).toEqual([
      expect.objectContaining({ ground_station: 2, mpdus_received: null }),
      {
        ground_station: 4,
        tuned: [1, 5],
        received: [5],
        mpdus_received: [219, 25, 0, 1],
        mpdus_failed: [5, 1, 0, 0],
        mpdus_sent: [12, 1, 0, 0],
        mpdus_delivered: [12, 1, 0, 0],
        squitters_received: 257,
        squitters_missed: 11,
        change_cause: 7,
      },
    ]);
  });

  test("is erased with the message, and does not come back", async () => {
    const sent = received({}, details);
    await store([sent]);
    const { sql } = at.database;
    await db.redactions.redact(sql, { ids: [sent.message.id] }, { reason: "asked", by: "nobody" });
    expect(await reportsOf(sent.message.id)).toEqual([]);
    await store([sent]);
    expect(await reportsOf(sent.message.id)).toEqual([]);
  });

  test("expires with the message", async () => {
    const sent = received({}, details);
    await store([sent]);
    await db.hf.deleteReports(at.database.sql, new Date(Date.parse(hour)), 100);
    expect(await reportsOf(sent.message.id)).toHaveLength(2);
    await db.hf.deleteReports(at.database.sql, new Date(Date.parse(hour) + hourMs), 100);
    expect(await reportsOf(sent.message.id)).toEqual([]);
  });

  test("counts aircraft by frequency, without those that only a hidden station received", async () => {
    const { sql } = at.database;
    await store([
      received({ fromHex: "ABC001" }, details),
      received({ fromHex: "ABC001" }, details),
      received({ fromHex: "ABC002" }, details),
      received({ fromHex: "ABC003", stationId: 3 }, details),
    ]);
    const found = await db.hf.listReporting(sql, messageIdFloor(Date.parse(hour)));
    expect(found).toContainEqual({ groundStation: 4, frequencyNumber: 5, aircraft: 2 });
  });
});

describe("an hour of channels", () => {
  test("counts transmissions, aircraft, mean SNR and squitters, of all stations and of each", async () => {
    const { sql } = at.database;
    await sql`delete from messages`;
    const first = received({ fromHex: "ABC001", snr: 10, latitude: 41, longitude: -60 });
    const again = received({ fromHex: "ABC001", snr: 20, stationId: 2, groupId: first.message.id });
    const other = received({ fromHex: "ABC002", frequency: 11.387 });
    await store([first, again, other]);
    await db.hf.addReceptions(sql, [
      reception({ squitters: 3, snrSum: 30, snrCount: 3 }),
      reception({ ident: "B", squitters: 2 }),
      reception({ groundStation: 9, khz: 4_654, ident: "B", squitters: 1 }),
      reception({ ident: "UNKNOWN", squitters: 99 }),
    ]);
    expect(await db.hf.listHours(sql, [])).toEqual([hour]);
    await db.hf.tallyChannels(sql, hour);
    await db.hf.tallyChannels(sql, hour);
    const from = new Date(hour);
    const range = { from, to: new Date(from.getTime() + hourMs) };
    const of4 = { hour, groundStationId: "hfdl-4" };
    expect(await db.hf.listChannelHours(sql, range, 0)).toEqual([
      { ...of4, frequency: 6.661, messages: 1, aircraft: 1, snr: 15, squitters: 5 },
      { ...of4, frequency: 11.387, messages: 1, aircraft: 1, snr: null, squitters: 0 },
      { hour, groundStationId: "hfdl-9", frequency: 4.654, messages: 0, aircraft: 0, snr: null, squitters: 1 }, // prettier-ignore
    ]);
    expect(await db.hf.listChannelHours(sql, { ...range, groundStation: 4 }, 2)).toEqual([
      { ...of4, frequency: 6.661, messages: 1, aircraft: 1, snr: 20, squitters: 2 },
    ]);
    expect(await db.hf.listPositions(sql, hour)).toMatchObject([
      { groundStation: 4, khz: 6_661, latitude: 41, longitude: -60, messages: 1, snr: 10 },
    ]);
  });

  test("is counted again without what was redacted, and keeps squitters whose receptions have expired", async () => {
    const { sql } = at.database;
    await sql`delete from messages where from_hex = 'ABC002'`;
    await db.hf.deleteReceptions(sql, new Date(Date.now() + hourMs), 100);
    expect(await db.hf.listHours(sql, [hour])).toEqual([hour]);
    await db.hf.tallyChannels(sql, hour);
    const from = new Date(hour);
    const found = await db.hf.listChannelHours(sql, { from, to: new Date(Date.now() + hourMs) }, 0);
    expect(found.map(({ messages, squitters }) => [messages, squitters])).toEqual([
      [1, 5],
      [0, 0],
      [0, 1],
    ]);
  });

  test("paths are replaced", async () => {
    const { sql } = at.database;
    const path = { groundStation: 4, band: 6, sun: -10, messages: 2, snr: 9.5, distance: 1_200 };
    await db.hf.writePaths(sql, hour, [path, { ...path, sun: 20 }]);
    await db.hf.writePaths(sql, hour, [{ ...path, messages: 3 }]);
    const range = { from: new Date(hour), to: new Date(Date.now() + hourMs) };
    const { groundStation: _, sun: sunElevation, ...rest } = { ...path, messages: 3 };
    expect(await db.hf.listPaths(sql, range)).toEqual([
      { ...rest, groundStationId: "hfdl-4", sunElevation },
    ]);
  });
});

test("a frequency that a newer squitter leaves out is not announced any more", async () => {
  const { sql } = at.database;
  await sql`
    insert into ground_station_frequencies (ground_station_id, khz, last_active_at, announced_at) values
      ('hfdl-4', 6661, now(), now() - interval '40 seconds'), ('hfdl-4', 8912, now(), now()),
      ('hfdl-4', 11387, now(), now() - interval '3 seconds'), ('hfdl-4', 5652, now(), null),
      ('hfdl-9', 4654, now(), now() - interval '50 minutes'), ('hfdl-9', 5538, now(), now() - interval '2 hours')`;
  const found = await db.hf.listAnnounced(sql);
  expect(found.map(({ groundStation, khz }) => [groundStation, khz])).toEqual([
    [4, 8_912],
    [4, 11_387],
    [9, 4_654],
  ]);
});

test("receptions are of the last minutes, by station, at positions that others see, without hidden stations", async () => {
  const { sql } = at.database;
  await sql`delete from hf_receptions`;
  const period = new Date(Math.floor(Date.now() / 600_000) * 600_000).toISOString();
  const lastSquitterAt = new Date().toISOString();
  const old = new Date(Date.now() - 11 * 60_000).toISOString();
  await db.hf.addReceptions(sql, [
    reception({ period, squitters: 1, frames: 2, snrSum: 12, snrCount: 2, lastSquitterAt }),
    reception({ period, ident: "HIDDEN", frames: 5 }),
    reception({ period, khz: 8_912, frames: 5, lastAt: old }),
  ]);
  expect(await db.hf.listReceived(sql)).toEqual([
    {
      groundStation: 4,
      khz: 6_661,
      receptions: 3,
      snrSum: 12,
      snrCount: 2,
      squitterAt: lastSquitterAt,
      receivedAt: expect.any(String) as unknown,
      latitude: 40,
      longitude: -74,
    },
  ]);
});
