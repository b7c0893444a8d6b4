import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { Sql } from "../src/index.ts";
import type { SightedGroundStation } from "../src/ground-stations/write-sightings.ts";
import { planOf } from "./plan-of.ts";

let at: TestDatabase;
let sql: Sql;
let stationId: number;
const ident = "XX-RECEIVES";
const now = Date.now();

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  stationId = await db.stations.register(sql, { ident, sourceType: "hfdl", simulated: false });
  await sql`update stations set provisional = false`;
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`delete from ground_stations where position_source is distinct from 'reference'`;
  await sql`update ground_stations set last_active_at = null, last_received_at = null, first_received_at = null`;
  await sql`delete from ground_station_frequencies`;
  await sql`delete from ground_station_receivers`;
});

function ago(minutes: number): string {
  return new Date(now - minutes * 60_000).toISOString();
}

function sighted(id: string, minutes: number, over: Partial<SightedGroundStation> = {}) {
  const [system = "", address = ""] = id.split("-");
  return {
    id,
    system,
    address,
    name: null,
    airports: null,
    latitude: null,
    longitude: null,
    utcSync: null,
    firstReceivedAt: ago(minutes),
    lastReceivedAt: ago(minutes),
    lastActiveAt: ago(minutes),
    frames: 1,
    ...over,
  };
}

async function write(...groundStations: SightedGroundStation[]): Promise<void> {
  const frequencies = groundStations.map(({ id, lastActiveAt }) => ({
    id,
    khz: 136_975,
    lastActiveAt,
    announcedAt: null,
  }));
  const receivers = groundStations.map(({ id, lastActiveAt: lastReceivedAt }) => ({
    id,
    ident,
    lastReceivedAt,
    frames: 1,
  }));
  await db.groundStations.writeSightings(sql, { groundStations, frequencies, receivers });
}

async function read(id: string, accountId: string | null = null) {
  const found = await db.groundStations.read(sql, id, accountId);
  if (found === null) throw new Error(`no ${id}`);
  return found;
}

async function receiversOf(id: string, accountId: string | null): Promise<number> {
  return (await read(id, accountId)).receivers.length;
}

test("a new database knows the ground stations of HFDL, their names and where they are", async () => {
  const all = await db.groundStations.list(sql, { limit: 100, system: "hfdl" });
  expect(all).toHaveLength(16);
  expect(await read("hfdl-7")).toEqual({
    id: "hfdl-7",
    system: "hfdl",
    address: "7",
    name: "Shannon, Ireland",
    airports: [],
    latitude: 52.7441,
    longitude: -8.9268,
    positionSource: "reference",
    utcSync: null,
    frequencies: [],
    framesCount: 0,
    receiversCount: 0,
    firstHeardAt: null,
    lastHeardAt: null,
    lastActiveAt: null,
    receivers: [],
    hours: [],
  });
});

test("what is sent does not change name and position of the system table", async () => {
  await write(sighted("hfdl-7", 5, { name: "Nowhere", latitude: 1, longitude: 2, utcSync: true }));
  expect(await read("hfdl-7")).toMatchObject({
    name: "Shannon, Ireland",
    latitude: 52.7441,
    positionSource: "reference",
    utcSync: true,
    lastHeardAt: ago(5),
  });
});

test("what is newer replaces what is older, and adds to what is known", async () => {
  await write(sighted("vdl-2FFE01", 9, { name: "Old", airports: "ZZZA", latitude: 1, longitude: 2 })); // prettier-ignore
  await write(sighted("vdl-2FFE01", 3, { name: "New", latitude: 3, longitude: 4 }));
  await write(sighted("vdl-2FFE01", 30, { name: "Oldest", airports: "ZZZC", latitude: 5, longitude: 6, utcSync: false })); // prettier-ignore
  expect(await read("vdl-2FFE01")).toMatchObject({
    name: "New",
    airports: ["ZZZA"],
    latitude: 3,
    longitude: 4,
    positionSource: "broadcast",
    utcSync: false,
    firstHeardAt: ago(30),
    lastHeardAt: ago(3),
    frequencies: [{ frequency: 136.975, lastActiveAt: ago(3) }],
    receivers: [{ id: stationId, ident, lastHeardAt: ago(3), frames: 3 }],
    hours: [{ frames: 3 }],
  });
});

test("a ground station that others report is active, and was not received", async () => {
  await write(sighted("vdl-2FFE02", 5, { firstReceivedAt: null, lastReceivedAt: null, frames: 0 }));
  expect(await read("vdl-2FFE02")).toMatchObject({
    firstHeardAt: null,
    lastHeardAt: null,
    lastActiveAt: ago(5),
    hours: [],
  });
});

test("hidden and provisional stations are shown as receivers to their owner only", async () => {
  const owner = (await db.accounts.add(sql, "owner"))?.id ?? "";
  await write(sighted("vdl-2FFE03", 5));
  expect(await receiversOf("vdl-2FFE03", null)).toBe(1);
  for (const column of ["hidden", "provisional"]) {
    await sql`update stations set account_id = ${owner}, ${sql(column)} = true`;
    const shown = [null, owner].map((account) => receiversOf("vdl-2FFE03", account));
    expect(await Promise.all(shown)).toEqual([0, 1]);
    await sql`update stations set ${sql(column)} = false`;
  }
});

test("an erased station is no receiver any more", async () => {
  const other = await db.stations.register(sql, { ident: "XX-LEAVES", sourceType: "hfdl", simulated: false }); // prettier-ignore
  const receivers = [{ id: "hfdl-4", ident: "XX-LEAVES", lastReceivedAt: ago(1), frames: 2 }];
  await db.groundStations.writeSightings(sql, {
    groundStations: [sighted("hfdl-4", 1)],
    frequencies: [],
    receivers,
  });
  const rows = () => sql`select 1 from ground_station_receivers where station_id = ${other}`;
  expect(await rows()).toHaveLength(1);
  const actor = { kind: "operator", name: "someone" } as const;
  await db.erasures.beginForStation(sql, other, null, actor);
  expect(await rows()).toHaveLength(0);
});

test("stations that do not exist are no receivers, and above the limit none is added", async () => {
  const receivers = [{ id: "vdl-2FFE04", ident: "XX-NOBODY", lastReceivedAt: ago(1), frames: 1 }];
  const groundStations = [sighted("vdl-2FFE04", 1), sighted("hfdl-4", 1)];
  const sightings = { groundStations, frequencies: [], receivers };
  await db.groundStations.writeSightings(sql, sightings, { groundStationsMax: 16 });
  expect(await db.groundStations.read(sql, "vdl-2FFE04", null)).toBe(null);
  expect((await read("hfdl-4")).lastHeardAt).toBe(ago(1));
  await db.groundStations.writeSightings(sql, sightings);
  expect((await read("vdl-2FFE04")).receivers).toEqual([]);
});

test("a page has what is active, in a box or of a system, by descending id", async () => {
  await write(
    sighted("vdl-2FFE05", 5, { latitude: 59.6, longitude: 17.9 }),
    sighted("vdl-2FFE06", 500, { latitude: 60, longitude: 18 }),
    sighted("aero-44", 5),
  );
  const ids = async (page: object) =>
    (await db.groundStations.list(sql, { limit: 3, ...page })).map(({ id }) => id);
  expect(await ids({})).toEqual(["vdl-2FFE06", "vdl-2FFE05", "hfdl-9"]);
  expect(await ids({ before: "vdl-2FFE05" })).toEqual(["hfdl-9", "hfdl-8", "hfdl-7"]);
  expect(await ids({ activeWithin: 60 })).toEqual(["vdl-2FFE05", "aero-44"]);
  expect(await ids({ system: "aero" })).toEqual(["aero-44"]);
  expect(await ids({ box: [17, 59, 19, 61] })).toEqual(["vdl-2FFE06", "vdl-2FFE05"]);
  expect([...(await db.groundStations.byId(sql, ["aero-44", "aero-45"])).keys()]).toEqual([
    "aero-44",
  ]);
});

test("a page is read by the key, and its frequencies, frames and receivers by theirs", async () => {
  await sql`
    insert into ground_stations (id, system, address, last_active_at)
    select 'vdl-' || upper(lpad(to_hex(n), 6, '0')), 'vdl', '', now() from generate_series(1, 20000) n`;
  await sql`
    insert into ground_station_frequencies (ground_station_id, khz, last_active_at)
    select id, 136975, now() from ground_stations`;
  await sql`insert into stations (ident) select 'RX-' || n from generate_series(1, 20000) n`;
  await sql`
    insert into ground_station_receivers (ground_station_id, station_id, last_received_at, frames)
    select g.id, s.id, now(), 1 from ground_stations g
    join stations s on s.ident = 'RX-' || (1 + length(g.id))`;
  await sql`
    insert into ground_station_counts (ground_station_id, hour, frames)
    select id, date_trunc('hour', now()) - interval '5 hours', 1 from ground_stations`;
  await sql`
    analyze ground_stations, ground_station_frequencies, ground_station_receivers, ground_station_counts, stations`;
  const plan = await planOf(at.url, (one) =>
    db.groundStations.list(one, { limit: 101, before: "vdl-002FFE" }),
  );
  expect(plan.scanned).toEqual([]);
  expect(plan.indexes).toContain("ground_stations_pkey");
});

test("frequencies, receivers, counts and ground stations are deleted once they are old", async () => {
  const day = 24 * 60;
  await write(sighted("vdl-2FFE07", 10 * day), sighted("vdl-2FFE08", 1));
  await sql`update ground_station_counts set hour = now() - interval '10 days'
    where ground_station_id = 'vdl-2FFE07'`;
  const cutoff = new Date(now - 7 * day * 60_000);
  for (const remove of [
    db.groundStations.deleteFrequencies,
    db.groundStations.deleteReceivers,
    db.groundStations.deleteCounts,
    db.groundStations.deleteSilent,
  ]) {
    expect([await remove(sql, cutoff, 10), await remove(sql, cutoff, 10)]).toEqual([1, 0]);
  }
  const left = await db.groundStations.list(sql, { limit: 100 });
  expect(left.map(({ id }) => id)).toContain("vdl-2FFE08");
  // Those of the system table stay, however long they are silent.
  expect(left).toHaveLength(17);
});
