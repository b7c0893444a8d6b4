import * as db from "@jetwire/db";
import { StationCells, VdlChannels, VdlHandovers, VdlReach } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const hourMs = 3_600_000;
const nowHourMs = Math.floor(Date.now() / hourMs) * hourMs;
const hourOf = (ago: number) => new Date(nowHourMs - ago * hourMs).toISOString();
let rest: RestUnderTest;
let hiddenId: number;
let strangerKey: string;

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId } = rest;
  const hidden = await db.stations.add(sql, { ident: "HIDDEN", accountId, sourceType: "vdl" });
  hiddenId = hidden?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hiddenId}`;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  await sql`
    insert into vdl_channel_hours (hour, khz, messages, aircraft, snr) values
      (${hourOf(0)}, 136975, 5, 3, 9.5), (${hourOf(2)}, 136650, 1, 1, null), (${hourOf(30)}, 136725, 1, 1, null)`;
  await sql`
    insert into ground_stations (id, system, address, airports) values ('vdl-10992A', 'vdl', '10992A', '{KEWR}')`;
  await sql`
    insert into vdl_reach (hour, ground_station_id, km, messages, farthest) values
      (${hourOf(0)}, 'vdl-10992A', 50, 2, 90), (${hourOf(1)}, 'vdl-10992A', 50, 1, 99),
      (${hourOf(1)}, 'vdl-10992A', 300, 1, 340), (${hourOf(1)}, 'vdl-2190A1', 0, 9, 20)`;
  await sql`
    insert into vdl_handovers (hour, from_id, to_id, handovers, aircraft) values
      (${hourOf(0)}, 'vdl-10992A', 'vdl-2190A1', 2, 2), (${hourOf(1)}, 'vdl-10992A', 'vdl-2190A1', 1, 1),
      (${hourOf(1)}, 'vdl-2190A1', 'vdl-2999A1', 7, 7)`;
  await sql`
    insert into station_cells (hour, station_id, cell, positions, altitude_min, altitude_max) values
      (${hourOf(0)}, ${hiddenId}, '852a1073fffffff', 2, 1000, 30000),
      (${hourOf(1)}, ${hiddenId}, '852a1073fffffff', 1, null, null),
      (${hourOf(24 * 7 + 1)}, ${hiddenId}, '852a1077fffffff', 1, null, null)`;
  const shown = await db.stations.add(sql, { ident: "SHOWN-VDL", accountId, sourceType: "vdl" });
  const hf = await db.stations.add(sql, { ident: "SHOWN-HF", accountId, sourceType: "hfdl" });
  await sql`
    insert into station_cells (hour, station_id, cell, positions, altitude_min, altitude_max) values
      (${hourOf(0)}, ${shown?.id ?? 0}, '852a1073fffffff', 4, 2000, 9000),
      (${hourOf(100)}, ${shown?.id ?? 0}, '852a1073fffffff', 1, null, null),
      (${hourOf(1)}, ${hf?.id ?? 0}, '852a1073fffffff', 1, 35000, 39000),
      (${hourOf(24 * 7 + 1)}, ${shown?.id ?? 0}, '852a1077fffffff', 9, null, null)`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function read(path: string, key = rest.key): Promise<unknown> {
  const response = await ask(`${rest.url}/v1/${path}`, key);
  expect(response.status).toBe(200);
  return await response.json();
}

describe("VDL", () => {
  test("has the load of channels of the last 24 hours, the newest hour first", async () => {
    const { channels, nextTo, from } = VdlChannels.parse(await read("vdl/channels"));
    expect([from, nextTo]).toEqual([hourOf(23), null]);
    expect(channels).toEqual([
      { hour: hourOf(0), frequency: 136.975, messages: 5, aircraft: 3, snr: 9.5 },
      { hour: hourOf(2), frequency: 136.65, messages: 1, aircraft: 1, snr: null },
    ]);
    const older = await read(`vdl/channels?from=${hourOf(30)}&to=${hourOf(29)}`);
    expect(VdlChannels.parse(older).channels).toMatchObject([{ frequency: 136.725 }]);
  });

  test("has the reach of ground stations by distance", async () => {
    const { groundStations } = VdlReach.parse(await read("vdl/reach"));
    expect(groundStations).toMatchObject([
      { groundStationId: "vdl-2190A1", groundStation: null, messages: 9, farthest: 20 },
      {
        groundStationId: "vdl-10992A",
        groundStation: "KEWR",
        messages: 4,
        farthest: 340,
        steps: [
          { from: 50, messages: 3 },
          { from: 300, messages: 1 },
        ],
      },
    ]);
  });

  test("has hand-overs, of a ground station those to it and from it", async () => {
    const all = VdlHandovers.parse(await read("vdl/handovers"));
    expect(all.handovers.map(({ fromId, handovers }) => [fromId, handovers])).toEqual([
      ["vdl-2190A1", 7],
      ["vdl-10992A", 3],
    ]);
    const one = VdlHandovers.parse(await read("vdl/handovers?ground_station=vdl-10992A"));
    expect(one.handovers).toMatchObject([{ fromName: "KEWR", toName: null, handovers: 3 }]);
  });

  test.each([
    ["vdl/channels?from=soon", "from"],
    ["vdl/reach?from=2026-01-02&to=2026-01-01", "from"],
    ["vdl/handovers?from=2020-01-01", "from"],
    ["vdl/reach?ground_station=hfdl-4", "ground_station"],
    ["vdl/channels?ground_station=vdl-10992A", "ground_station"],
  ])("%s is refused with the name of %s", async (path, field) => {
    const response = await ask(`${rest.url}/v1/${path}`, rest.key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [expect.objectContaining({ field })] });
  });
});

test("A-20: the cells of a hidden station are only for its owner, of the last seven days", async () => {
  const path = `stations/${hiddenId}/coverage/cells`;
  const { features } = StationCells.parse(await read(path));
  expect(features).toMatchObject([
    {
      id: "852a1073fffffff",
      properties: { positions: 3, altitudeMin: 1_000, altitudeMax: 30_000 },
    },
  ]);
  const others = await ask(`${rest.url}/v1/${path}`, strangerKey);
  expect(others.status).toBe(404);
});

test("A-20: the cells of the network add up its stations, without hidden ones, also of one kind", async () => {
  const id = "852a1073fffffff";
  expect(await cellsOf("")).toEqual([
    { id, positions: 6, altitudeMin: 2_000, altitudeMax: 39_000 },
  ]);
  expect(await cellsOf("?source_type=hfdl")).toEqual([
    { id, positions: 1, altitudeMin: 35_000, altitudeMax: 39_000 },
  ]);
  expect(await cellsOf("?source_type=vdl")).toMatchObject([{ positions: 5, altitudeMax: 9_000 }]);
  expect(await cellsOf("?source_type=iridium-acars")).toEqual([]);
  const refused = await ask(`${rest.url}/v1/coverage/cells?source_type=adsb`, rest.key);
  expect(refused.status).toBe(400);
});

async function cellsOf(query: string) {
  const { features } = StationCells.parse(await read(`coverage/cells${query}`, strangerKey));
  return features.map(({ id, properties }) => ({ id, ...properties }));
}
