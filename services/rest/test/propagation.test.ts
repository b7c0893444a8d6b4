import { Propagation } from "@jetwire/protocol";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const hidden = await db.stations.add(sql, { ident: "HIDDEN", accountId, sourceType: "hfdl" });
  hiddenId = hidden?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hiddenId}`;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  await sql`
    insert into hf_channel_hours (hour, ground_station, khz, station_id, messages, aircraft, snr, squitters) values
      (${hourOf(0)}, 4, 6661, 0, 5, 3, 9.5, 7), (${hourOf(0)}, 4, 6661, ${hiddenId}, 2, 1, null, 1),
      (${hourOf(2)}, 9, 4654, 0, 1, 1, null, 0), (${hourOf(30)}, 4, 8912, 0, 1, 1, null, 0)`;
  await sql`
    insert into hf_paths (hour, ground_station, band, sun, messages, snr, distance) values
      (${hourOf(0)}, 4, 6, -10, 3, 10, 900), (${hourOf(1)}, 4, 6, -10, 1, null, 1300)`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function read(query: string, key = rest.key): Promise<Propagation> {
  const response = await ask(`${rest.url}/v1/propagation${query}`, key);
  expect(response.status).toBe(200);
  return Propagation.parse(await response.json());
}

test("counts of the last 24 hours come by hour, the newest first, and paths of the whole range", async () => {
  const { channels, paths, nextTo, from } = await read("");
  expect(from).toBe(hourOf(23));
  expect(nextTo).toBe(null);
  expect(channels).toEqual([
    { hour: hourOf(0), groundStationId: "hfdl-4", frequency: 6.661, messages: 5, aircraft: 3, snr: 9.5, squitters: 7 }, // prettier-ignore
    { hour: hourOf(2), groundStationId: "hfdl-9", frequency: 4.654, messages: 1, aircraft: 1, snr: null, squitters: 0 }, // prettier-ignore
  ]);
  expect(paths).toEqual([
    {
      groundStationId: "hfdl-4",
      band: 6,
      sunElevation: -10,
      messages: 4,
      snr: 10,
      distance: 1_000,
    },
  ]);
});

test("a ground station and a range select counts", async () => {
  expect((await read("?ground_station=hfdl-9")).channels).toHaveLength(1);
  expect((await read(`?from=${hourOf(30)}&to=${hourOf(29)}`)).channels).toMatchObject([
    { frequency: 8.912 },
  ]);
});

test("A-20: what a hidden station received is only for its owner", async () => {
  expect((await read(`?station=${hiddenId}`)).channels).toMatchObject([{ messages: 2 }]);
  const others = await ask(`${rest.url}/v1/propagation?station=${hiddenId}`, strangerKey);
  expect(others.status).toBe(400);
  expect(await others.json()).toMatchObject({ errors: [{ field: "station" }] });
});

test.each([
  ["propagation?from=soon", "from"],
  ["propagation?from=2020-01-01", "from"],
  [`propagation?from=2026-01-02&to=2026-01-01`, "from"],
  ["propagation?ground_station=vdl-10992A", "ground_station"],
  ["propagation?station=0", "station"],
  ["propagation?station=999999", "station"],
  ["hf/active?lat=47", "lon"],
  ["hf/active?lat=91&lon=8", "lat"],
  ["hf/active?lat=x&lon=8", "lat"],
])("%s is refused with the name of %s", async (path, field) => {
  const response = await ask(`${rest.url}/v1/${path}`, rest.key);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [expect.objectContaining({ field })] });
});

test("more counts than an answer may have are read in whole hours", async () => {
  const { sql } = rest.database.database;
  await sql`
    insert into hf_channel_hours (hour, ground_station, khz, station_id, messages, aircraft, squitters)
    select ${hourOf(0)}::timestamptz - make_interval(hours => 50 + n % 3), 1 + n % 100, 3000 + n / 100, 0, 1, 1, 0
    from generate_series(0, 5999) as n`;
  const range = `from=${hourOf(60)}`;
  const first = await read(`?${range}&to=${hourOf(49)}`);
  const second = await read(`?${range}&to=${first.nextTo}`);
  expect(second.nextTo).toBe(null);
  expect(first.channels.length + second.channels.length).toBe(6_000);
  expect([...hoursIn(first)].filter((hour) => hoursIn(second).has(hour))).toEqual([]);
});

function hoursIn({ channels }: Propagation): Set<string> {
  return new Set(channels.map(({ hour }) => hour));
}
