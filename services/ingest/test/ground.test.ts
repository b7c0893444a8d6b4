import * as db from "@jetwire/db";
import {
  dumphfdlAcars,
  dumphfdlLogoff,
  dumphfdlLogonConfirm,
  dumphfdlPerformance,
  dumphfdlSquitter,
  dumpvdl2Gsif,
} from "@jetwire/decoders/samples";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIngest, type RunningIngest } from "./running-ingest.ts";

let ingest: RunningIngest;
beforeAll(async () => {
  ingest = await runIngest();
});
afterAll(() => ingest[Symbol.asyncDispose]());

/** A performance report of the aircraft with the number 166, without its address. */
function report(sec: number, over: object = {}) {
  const { hfdl } = dumphfdlPerformance;
  const lpdu = { ...hfdl.lpdu, src: { type: "Aircraft", id: 166 } };
  return { hfdl: { ...hfdl, t: { sec, usec: 0 }, lpdu, ...over } };
}

/** An uplink to a number at the same ground station, with a tail and no address. */
function uplink(sec: number, id: number) {
  const { lpdu, ...frame } = dumphfdlAcars.hfdl;
  const sides = { src: { type: "Ground station", id: 4 }, dst: { type: "Aircraft", id } };
  return { hfdl: { ...frame, freq: 11387000, t: { sec, usec: 0 }, lpdu: { ...lpdu, ...sides } } };
}

async function post(...objects: object[]): Promise<number> {
  const lines = objects.map((object) => JSON.stringify(object)).join("\n");
  return (await ingest.post(lines)).status;
}

async function groundStation(id: string) {
  return await db.groundStations.read(ingest.database.database.sql, id, null);
}

interface Stored {
  readonly fromHex: string | null;
  readonly icao: string | null;
  readonly tail: string | null;
}

/** Messages in the order of their arrival, with the address of their airframe. */
async function stored(count: number): Promise<Stored[]> {
  await ingest.stored(count);
  return await ingest.database.database.sql<Stored[]>`
    select from_hex, airframes.icao, messages.tail
    from messages left join airframes on airframes.id = airframe_id order by messages.id`;
}

test("squitters and GSIF become ground stations, without being messages", async () => {
  // Its first message makes it a station.
  const now = { sec: Math.floor(Date.now() / 1_000), usec: 0 };
  await post({ hfdl: { ...dumphfdlAcars.hfdl, t: now } });
  await ingest.database.database.sql`update stations set provisional = false`;
  await post(
    { hfdl: { ...dumphfdlSquitter.hfdl, t: now } },
    { vdl2: { ...dumpvdl2Gsif.vdl2, t: now } },
  );
  const sender = await until("the squitter is written", async () => {
    const found = await groundStation("hfdl-1");
    return (found?.frequencies.length ?? 0) >= 3 && found;
  });
  expect(sender).toMatchObject({
    name: "San Francisco, California",
    positionSource: "reference",
    utcSync: true,
    receivers: [{ ident: "XX-TEST-HFDL", frames: 2 }],
  });
  // The ACARS block came on 17.919 MHz.
  const frequencies = sender.frequencies.map(({ frequency }) => frequency);
  expect(frequencies.toSorted((a, b) => a - b)).toEqual([6.559, 17.919, 21.934]);
  expect(await groundStation("hfdl-4")).toMatchObject({ lastHeardAt: null, utcSync: false });
  expect(await groundStation("vdl-2FFE01")).toMatchObject({
    latitude: 36.1,
    airports: ["ZZZA", "ZZZB"],
  });
  expect(await stored(1)).toHaveLength(1);
});

test("a logon gives later messages the address of their aircraft, until the logoff", async () => {
  await post(report(1735689599), dumphfdlLogonConfirm, report(1735689700));
  await post(report(1735689800));
  await post(dumphfdlLogoff, report(1735690300));
  const unknown = { fromHex: null, icao: null };
  const known = { fromHex: "ABCDE4", icao: "ABCDE4" };
  expect((await stored(5)).slice(1)).toMatchObject([unknown, known, known, unknown]);
});

test("the decoder's own address is never replaced, and ends a number that contradicts it", async () => {
  const confirm = { ...dumphfdlLogonConfirm.hfdl, t: { sec: 1735691000, usec: 0 } };
  const own = { hfdl: { ...dumphfdlPerformance.hfdl, t: { sec: 1735691100, usec: 0 } } };
  await post({ hfdl: confirm }, own);
  await post(report(1735691200));
  expect((await stored(7)).slice(5)).toMatchObject([
    { fromHex: "ABCDE1" },
    { fromHex: null, icao: null },
  ]);
});

test("the same report sent again is a repeat, although the number is known by then", async () => {
  const again = report(1735692000);
  await post(again);
  const confirm = { ...dumphfdlLogonConfirm.hfdl, t: { sec: 1735691999, usec: 0 } };
  await post({ hfdl: confirm });
  await post(again, report(1735692100));
  expect((await stored(9)).slice(7)).toMatchObject([{ fromHex: null }, { fromHex: "ABCDE4" }]);
});

test("an address by number does not move a tail to another airframe", async () => {
  // The tail of the sample is known with the address ABCDE3.
  await post(uplink(1735692200, 166), report(1735692300));
  const rows = (await stored(11)).slice(9);
  expect(rows).toMatchObject([{ tail: "XX-JKL", icao: "ABCDE3" }, { fromHex: null }]);
});
