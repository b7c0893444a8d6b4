import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { addressIn, observationOf } from "./observation.ts";
import { createAircraftTable } from "./aircraft-table.ts";
import { sbsLines } from "./sbs.ts";

const nowMs = Date.parse("2026-01-31T12:00:00.500Z");
const minuteMs = 60_000;

function observed(over: Parameters<typeof testMessage>[0] = {}, hex = "ABC123", atMs = nowMs) {
  const timestamp = new Date(atMs - 500).toISOString();
  const message = testMessage({
    timestamp,
    latitude: 50.1,
    longitude: 8.5,
    altitude: 37_000,
    ...over,
  });
  return observationOf({ message, ident: "AB-KSFO1" }, hex, atMs);
}

test("an aircraft has the latest of each value, as readsb names them", () => {
  const table = createAircraftTable();
  const decoded = {
    by: "decoder" as const,
    decoder: "adsc",
    level: "full" as const,
    application: "adsc",
    description: "",
    items: [
      { label: "Track", value: 270.4, unit: "kt" },
      { label: "Ground speed", value: 455, unit: "kt" },
    ],
  };
  expect(table.add(observed({ decoded }), nowMs)).toBe(true);
  expect(
    table.add(observed({ latitude: null, longitude: null, flightNumber: "DLH4AB" }), nowMs),
  ).toBe(false);
  expect(table.read(nowMs + 10_000)).toEqual({
    now: (nowMs + 10_000) / 1_000,
    messages: 2,
    aircraft: [
      {
        hex: "abc123",
        type: "adsc",
        flight: "DLH4AB  ",
        r: "N101AB",
        alt_baro: 37_000,
        gs: 455,
        track: 270.4,
        lat: 50.1,
        lon: 8.5,
        seen_pos: 10.5,
        mlat: [],
        tisb: [],
        messages: 2,
        seen: 10.5,
        rssi: -49.5,
      },
    ],
  });
});

test("an older position does not replace a newer one, and an aircraft is forgotten after an hour", () => {
  const table = createAircraftTable();
  table.add(observed(), nowMs);
  expect(table.add(observed({ latitude: 1 }, "ABC123", nowMs - 5 * minuteMs), nowMs)).toBe(false);
  expect(table.read(nowMs).aircraft).toMatchObject([{ lat: 50.1 }]);
  expect(table.read(nowMs + 61 * minuteMs).aircraft).toEqual([]);
  expect(table.add(observed({}, "ABC123", nowMs - 61 * minuteMs), nowMs)).toBe(false);
});

test("no more aircraft are kept than allowed: that of which nothing came for longest is removed", () => {
  const table = createAircraftTable(3);
  for (const hex of ["000001", "000002", "000003", "000001", "000004"])
    table.add(observed({}, hex), nowMs);
  expect(table.read(nowMs).aircraft.map(({ hex }) => hex)).toEqual(["000003", "000001", "000004"]);
});

test("values that no aircraft can have are left out", () => {
  expect(observed({ latitude: 0, longitude: 0 }).position).toBeNull();
  expect(observed({ latitude: 91, longitude: 0 }).position).toBeNull();
  expect(observed({ altitude: 220_000 }).altitude).toBeNull();
  expect(observed({ flightNumber: "MSG,3,<b>" }).callsign).toBeNull();
  expect(observed({ timestamp: new Date(nowMs + 3_600_000).toISOString() }).seenMs).toBe(nowMs);
});

function addressOf(over: Parameters<typeof testMessage>[0]): string | null {
  return addressIn({ message: testMessage(over), ident: "AB-KSFO1" });
}

test("the address is that of the sender of a downlink", () => {
  expect(addressOf({ fromHex: "ABC123" })).toBe("ABC123");
  expect(addressOf({ fromHex: "FFFFFF" })).toBeNull();
  expect(addressOf({ fromHex: "44" })).toBeNull();
  expect(addressOf({ fromHex: "10F1AA", toHex: "ABC123", linkDirection: "uplink" })).toBeNull();
});

test("BaseStation lines have 22 fields: call sign, position, and track", () => {
  const observation = { ...observed({ onGround: true }), track: 270.4, speed: 455 };
  const lines = sbsLines(observation, nowMs + 1_000).split("\r\n");
  expect(lines).toEqual([
    "MSG,1,1,1,ABC123,1,2026/01/31,12:00:00.000,2026/01/31,12:00:01.500,UA123,,,,,,,,,,,",
    "MSG,3,1,1,ABC123,1,2026/01/31,12:00:00.000,2026/01/31,12:00:01.500,,37000,,,50.100000,8.500000,,,0,0,0,-1",
    "MSG,4,1,1,ABC123,1,2026/01/31,12:00:00.000,2026/01/31,12:00:01.500,,,455,270,,,,,,,,",
    "",
  ]);
  for (const line of lines.slice(0, 3)) expect(line.split(",")).toHaveLength(22);
});
