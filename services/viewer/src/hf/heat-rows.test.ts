import { expect, test } from "vitest";
import { heatRows } from "./heat-rows.ts";
import { pointOf } from "./point.ts";

const hour = "2026-01-01T12:00:00.000Z";
const counted = { hour, messages: 3, aircraft: 2, snr: 9, squitters: 4 };

test("counts become rows by ground station and frequency, with the weight and the night of each hour", () => {
  const later = { ...counted, hour: "2026-01-01T13:00:00.000Z", messages: 90 };
  const rows = heatRows(
    [
      { ...counted, groundStationId: "hfdl-11", frequency: 6.589 },
      { ...counted, groundStationId: "hfdl-4", frequency: 11.387 },
      { ...later, groundStationId: "hfdl-4", frequency: 6.661 },
      { ...counted, groundStationId: "hfdl-4", frequency: 6.661 },
    ],
    new Map([["hfdl-4", { groundStation: "Riverhead, New York", latitude: 40, longitude: 107 }]]),
  );
  expect(rows.map(({ group, name }) => [group, name])).toEqual([
    ["Riverhead", "6.661"],
    ["Riverhead", "11.387"],
    ["hfdl-11", "6.589"],
  ]);
  const [first, , last] = rows;
  expect([...(first?.weights ?? [])]).toEqual([
    [later.hour, 94],
    [hour, 7],
  ]);
  expect(first?.textOf(hour)).toContain("3 messages, 2 aircraft, 4 squitters");
  expect([first?.isShaded?.(hour), last?.isShaded?.(hour)]).toEqual([true, false]);
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
