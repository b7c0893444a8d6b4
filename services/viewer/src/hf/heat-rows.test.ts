import { expect, test } from "vitest";
import { heatOf, heatRows, mostOf } from "./heat-rows.ts";
import { pointOf } from "./point.ts";

const hour = "2026-01-01T12:00:00.000Z";
const counted = { hour, messages: 3, aircraft: 2, snr: 9, squitters: 4 };

test("counts become rows by ground station and frequency, each with its hours", () => {
  const later = { ...counted, hour: "2026-01-01T13:00:00.000Z", messages: 90 };
  const rows = heatRows([
    { ...counted, groundStationId: "hfdl-11", frequency: 6.589 },
    { ...counted, groundStationId: "hfdl-4", frequency: 11.387 },
    { ...later, groundStationId: "hfdl-4", frequency: 6.661 },
    { ...counted, groundStationId: "hfdl-4", frequency: 6.661 },
  ]);
  expect(rows.map(({ groundStationId, frequency }) => [groundStationId, frequency])).toEqual([
    ["hfdl-4", 6.661],
    ["hfdl-4", 11.387],
    ["hfdl-11", 6.589],
  ]);
  expect(rows[0]?.hours.size).toBe(2);
  expect(mostOf(rows)).toBe(94);
  const heats = [rows[0]?.hours.get(later.hour), rows[0]?.hours.get(hour), undefined].map((count) =>
    heatOf(count, 94),
  );
  expect(heats[0]).toBe(1);
  expect(heats[1]).toBeGreaterThan(0.3);
  expect(heats[2]).toBe(0);
});

test.each([
  ["47.4,8.5", { latitude: 47.4, longitude: 8.5 }],
  [" -33.9 , 151 ", { latitude: -33.9, longitude: 151 }],
  ["91,0", null],
  ["0,181", null],
  ["Zurich", null],
  ["", null],
])("%j is the point %j", (text, point) => {
  expect(pointOf(text)).toEqual(point);
});
