import { type Message, MessageIds } from "@jetwire/protocol";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";

const hourMs = 3_600_000;
const hourBeginMs = Math.floor(Date.now() / hourMs) * hourMs;
const hour = new Date(hourBeginMs).toISOString();
const range = { from: new Date(hour), to: new Date(hourBeginMs + hourMs) };
let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
  const { sql } = at.database;
  await db.partitions.ensure(sql, new Date(Date.now() - 2 * hourMs), 2);
  await sql`
    insert into stations (id, ident, latitude, longitude) overriding system value
    values (1, 'A', 40, -74), (2, 'B', null, null)`;
  await sql`
    insert into ground_stations (id, system, address, airports, latitude, longitude) values
      ('vdl-10992A', 'vdl', '10992A', '{KEWR,KJFK}', 40, -74), ('vdl-2190A1', 'vdl', '2190A1', '{}', 42, -74)`;
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await at.database.sql`delete from messages`;
});

/** Returns a message of VDL that arrived some minutes after the begin of the hour. */
function received(minutes: number, over: Partial<Message> = {}): Message {
  const ms = hourBeginMs + minutes * 60_000;
  const id = new MessageIds(() => ms).next(0);
  return testMessage({
    id,
    groupId: id,
    createdAt: new Date(ms).toISOString(),
    timestamp: new Date(ms).toISOString(),
    stationId: 1,
    sourceType: "vdl",
    linkDirection: "downlink",
    frequency: 136.975,
    fromHex: "A00001",
    toHex: "10992A",
    airframeId: null,
    ...over,
  });
}

async function tally(...messages: readonly Message[]): Promise<void> {
  const { sql } = at.database;
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  await db.vdl.tallyHour(sql, hour);
}

describe("an hour of VDL", () => {
  test("counts transmissions, aircraft and mean SNR by channel, and replaces the counts", async () => {
    const { sql } = at.database;
    const first = received(1, { snr: 10 });
    const again = received(1, { snr: 20, stationId: 2, groupId: first.id });
    const uplink = received(2, { linkDirection: "uplink", fromHex: "10992A", toHex: "A00002" });
    const other = received(3, { frequency: 136.65 });
    const before = received(-5, {});
    const acars = received(4, { sourceType: "acars" });
    await tally(first, again, uplink, other, before, acars);
    expect(await db.vdl.listChannelHours(sql, range)).toEqual([
      { hour, frequency: 136.65, messages: 1, aircraft: 1, snr: null },
      { hour, frequency: 136.975, messages: 2, aircraft: 2, snr: 15 },
    ]);
    await sql`delete from messages where frequency < 136.9`;
    await db.vdl.tallyHour(sql, hour);
    expect(await db.vdl.listChannelHours(sql, range)).toMatchObject([{ frequency: 136.975 }]);
  });

  test("measures aircraft from the ground station that they talk to, within the horizon of VHF", async () => {
    await tally(
      received(1, { latitude: 41, longitude: -74 }),
      received(2, { latitude: 41.1, longitude: -74 }),
      received(3, { latitude: 43, longitude: -74 }),
      // An ocean away.
      received(4, { latitude: 50, longitude: 8 }),
      received(5, { latitude: 41, longitude: -74, toHex: "2190A1" }),
      // The position of this one is not known.
      received(6, { latitude: 41, longitude: -74, toHex: "2999A1" }),
    );
    expect(await db.vdl.listReach(at.database.sql, range)).toEqual([
      {
        groundStationId: "vdl-10992A",
        groundStation: "KEWR, KJFK",
        messages: 3,
        farthest: expect.closeTo(333.6, 0) as number,
        steps: [
          { from: 100, messages: 2 },
          { from: 300, messages: 1 },
        ],
      },
      {
        groundStationId: "vdl-2190A1",
        groundStation: null,
        messages: 1,
        farthest: expect.closeTo(111.2, 0) as number,
        steps: [{ from: 100, messages: 1 }],
      },
    ]);
    const selected = { ...range, groundStationId: "vdl-2190A1" };
    expect(await db.vdl.listReach(at.database.sql, selected)).toHaveLength(1);
  });

  test("counts the hand-overs of an aircraft between ground stations, from the hour before on, and not after a gap", async () => {
    const [a, b] = [{ toHex: "10992A" }, { toHex: "2190A1" }];
    const other = { fromHex: "A00002" };
    const copy = received(-4, a);
    await tally(
      copy,
      received(1, b),
      // A late copy of what another station received before is no step back.
      received(2, { ...a, groupId: copy.id, stationId: 2 }),
      received(3, { linkDirection: "uplink", fromHex: "2190A1", toHex: "A00001" }),
      received(4, a),
      received(5, b),
      received(6, { ...b, toHex: "FFFFFF" }),
      received(7, { ...b, ...other }),
      received(45, { ...a, ...other }),
    );
    const { sql } = at.database;
    expect(await db.vdl.listHandovers(sql, range)).toEqual([
      {
        fromId: "vdl-10992A",
        fromName: "KEWR, KJFK",
        toId: "vdl-2190A1",
        toName: null,
        handovers: 2,
      },
      {
        fromId: "vdl-2190A1",
        fromName: null,
        toId: "vdl-10992A",
        toName: "KEWR, KJFK",
        handovers: 1,
      },
    ]);
    const elsewhere = { ...range, groundStationId: "vdl-2999A1" };
    expect(await db.vdl.listHandovers(sql, elsewhere)).toEqual([]);
  });

  test("is due if it has messages of VDL, or had some", async () => {
    const { sql } = at.database;
    await sql`delete from vdl_channel_hours`;
    await sql`delete from message_counts`;
    expect(await db.vdl.listHours(sql, [hour])).toEqual([]);
    await tally(received(1));
    expect(await db.vdl.listHours(sql, [hour])).toEqual([hour]);
  });
});

describe("the cells of a station", () => {
  test("come from positions within reach of the station, with the lowest and the highest altitude", async () => {
    const { sql } = at.database;
    const point = { latitude: 41.001, longitude: -74 };
    await tally(
      received(1, { ...point, altitude: 30_000 }),
      received(2, { ...point, latitude: 41.0013, altitude: 9_000 }),
      received(3, { latitude: 50, longitude: 8 }),
      received(4, { latitude: 50, longitude: 8, sourceType: "hfdl" }),
      received(5, { latitude: 50, longitude: 8, stationId: 2 }),
    );
    const found = await db.positions.listReceived(sql, hour);
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({
      stationId: 1,
      latitude: 41,
      longitude: -74,
      positions: 2,
      altitudeMin: 9_000,
      altitudeMax: 30_000,
    });
  });

  test("are replaced by hour, added up over hours, and deleted with the station", async () => {
    const { sql } = at.database;
    const cell = {
      stationId: 1,
      cell: "852a1073fffffff",
      positions: 2,
      altitudeMin: null,
      altitudeMax: 9_000,
    };
    const before = new Date(hourBeginMs - hourMs).toISOString();
    const low = { ...cell, positions: 1, altitudeMin: 100, altitudeMax: 200 };
    await db.positions.writeCells(sql, hour, [cell, { ...cell, cell: "852a1077fffffff" }]);
    await db.positions.writeCells(sql, hour, [cell, { ...cell, stationId: 999 }]);
    await db.positions.writeCells(sql, before, [low]);
    const since = new Date(before);
    expect(await db.positions.listCells(sql, { stationId: 1, since }, 10)).toEqual([
      { cell: cell.cell, positions: 3, altitudeMin: 100, altitudeMax: 9_000 },
    ]);
    await sql`update stations set erased_at = now() where id = 1`;
    expect(await db.positions.listCells(sql, { stationId: 1, since }, 10)).toEqual([]);
    await sql`update stations set erased_at = null where id = 1`;
  });
});
