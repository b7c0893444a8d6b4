import { expect, test } from "vitest";
import { readObject } from "../formats/index.ts";
import { dumphfdlSquitter, dumpvdl2Gsif } from "../samples/ground-objects.ts";
import { decoderObjects } from "../samples/decoder-objects.ts";
import { dumphfdlAcars, jaeroDump } from "../samples/long-range-objects.ts";
import { acarsdecDownlink } from "../samples/vhf-objects.ts";
import { decodedFrom } from "../samples/parsed-objects.ts";
import type { GroundSighting } from "./ground-sighting.ts";
import { groundStationOf } from "./ground-station-of.ts";
import { readSightings } from "./read-sightings.ts";

function sightingsOf(object: unknown): GroundSighting[] {
  const result = readObject(object);
  if (result.status === "rejected") throw new Error(result.detail);
  return readSightings(object, result.message);
}

/** Returns what is known of each ground station, by its id. */
function known(object: unknown): Record<string, Record<string, unknown>> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const { system, address, ...facts } of sightingsOf(object)) {
    const sent = Object.entries(facts).filter(
      ([, value]) => value !== null && value !== false && String(value) !== "",
    );
    Object.assign((merged[`${system}-${address}`] ??= {}), Object.fromEntries(sent));
  }
  return merged;
}

test("a squitter of HFDL names its sender and which ground stations are active on which frequencies", () => {
  expect(known(dumphfdlSquitter)).toEqual({
    "hfdl-1": {
      isReceived: true,
      name: "North Harbor, Testing",
      frequenciesKhz: [21934, 6559],
      isAnnounced: true,
      utcSync: true,
    },
    "hfdl-4": { frequenciesKhz: [8912], isAnnounced: true },
    "hfdl-17": { name: "Faraway", frequenciesKhz: [17928], isAnnounced: true, utcSync: true },
  });
});

test("numbers of frequencies are read only by the version of the system table that is known", () => {
  const { spdu } = dumphfdlSquitter.hfdl;
  const older = { hfdl: { ...dumphfdlSquitter.hfdl, spdu: { ...spdu, systable_version: 51 } } };
  expect(known(older)["hfdl-4"]).toEqual({ isAnnounced: true });
  // What a decoder with a table of its own prints is used with any version.
  expect(known(older)["hfdl-17"]).toMatchObject({ frequenciesKhz: [17928] });
});

test("a received system table has the positions of ground stations", () => {
  const { spdu: _, ...frame } = dumphfdlSquitter.hfdl;
  const table = {
    err: false,
    version: 53,
    ground_stations: [
      { id: 21, location: { lat: 12.345678, lon: -50.5 }, freqs: [{ freq: 21934000 }] },
      { id: 22, location: { lat: 180, lon: 180 } },
      null,
    ],
  };
  const lpdu = {
    err: false,
    src: { type: "Ground station", id: 21 },
    dst: { type: "Aircraft", id: 0 },
    type: { id: 13, name: "Unnumbered data" },
    hfnpdu: { err: false, type: { id: 208 }, systable_complete: table },
  };
  expect(known({ hfdl: { ...frame, lpdu } })).toEqual({
    "hfdl-21": {
      isReceived: true,
      frequenciesKhz: [6559],
      latitude: 12.3457,
      longitude: -50.5,
    },
  });
});

test("a GSIF has the position, the airports and frequencies of VDL2 ground stations", () => {
  expect(known(dumpvdl2Gsif)).toEqual({
    "vdl-2FFE01": {
      isReceived: true,
      name: "North Harbor",
      airports: ["ZZZA", "ZZZB"],
      latitude: 36.1,
      longitude: -115.2,
      frequenciesKhz: [136975],
    },
    "vdl-2FFE02": { frequenciesKhz: [136725] },
  });
});

test("a frequency outside the band of its system is not one of the ground station", () => {
  const ground = known({ vdl2: { ...dumpvdl2Gsif.vdl2, freq: 144_800_000 } })["vdl-2FFE01"];
  expect(ground).not.toHaveProperty("frequenciesKhz");
});

test.each([
  ["dumpvdl2Acars", /^vdl-[0-9A-F]{6}$/],
  ["dumphfdlAcars", /^hfdl-1$/],
  ["dumphfdlPerformance", /^hfdl-4$/],
  ["jaeroDump", /^aero-[0-9A-F]{2}$/],
  ["satdumpAcars", /^aero-[0-9A-F]{2}$/],
])("the ground station of %s is known", (name, id) => {
  const object = decoderObjects[name];
  const raw = JSON.stringify(object);
  expect(groundStationOf(decodedFrom(object), raw)).toMatch(id);
});

test("a message of VHF, or of HFDL without its object, names no ground station", () => {
  expect(groundStationOf(decodedFrom(acarsdecDownlink), "{}")).toBe(null);
  expect(groundStationOf(decodedFrom(dumphfdlAcars), null)).toBe(null);
  expect(groundStationOf(decodedFrom(dumphfdlAcars), "{")).toBe(null);
});

test("an address of all ground stations, or of none, is no ground station", () => {
  for (const addr of ["00", "1234567", "FFFFFF", ""]) {
    const isu = { ...jaeroDump.isu, src: { ...jaeroDump.isu.src }, dst: { ...jaeroDump.isu.dst } };
    const ground = isu.src.type === "Ground Earth Station" ? isu.src : isu.dst;
    ground.addr = addr;
    expect(sightingsOf({ ...jaeroDump, isu })).toEqual([]);
  }
});

test.each([
  ["statuses", { spdu: { gs_status: "three" } }],
  ["a status", { spdu: { gs_status: [null, 7, { gs: { id: "4" }, freqs: {} }] } }],
  ["frequencies", { spdu: { gs_status: [{ gs: { id: 300 }, freqs: [{ id: 1e9, freq: "x" }] }] } }],
  ["a table", { lpdu: { hfnpdu: { systable_complete: { ground_stations: { __proto__: [] } } } } }],
])("%s of the wrong type say nothing", (_, part) => {
  expect(sightingsOf({ hfdl: { t: { sec: 1 }, ...part } })).toEqual([]);
});

test("the number of ground stations in one object is bounded", () => {
  const status = { gs: { type: "Ground station", id: 9 }, utc_sync: true, freqs: [] };
  const spdu = { gs_status: Array.from({ length: 10_000 }, () => status) };
  expect(sightingsOf({ hfdl: { spdu } })).toHaveLength(64);
});
