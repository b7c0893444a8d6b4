import { expect, test } from "vitest";
import { surestFirst } from "./usual-share.ts";

const tuesday = new Date("2026-11-24T12:00:00Z");

function usual(
  destination: string,
  flights: number,
  over: { weekdays?: number[]; lastOn?: string } = {},
) {
  const [weekdays, lastOn] = [over.weekdays ?? [0, 0, 0, 0, 0, 0, 0], over.lastOn ?? "2026-11-23"];
  return { callsign: "UAL1", departure: "KSFO", destination, flights, weekdays, lastOn };
}

test("a route that all flights had is sure, one flight is not", () => {
  expect(surestFirst([usual("KJFK", 20)], tuesday)[0]?.sure).toBeGreaterThan(0.95);
  expect(surestFirst([usual("KJFK", 1)], tuesday)[0]?.sure).toBeLessThan(0.7);
});

test("flights of the same weekday count twice", () => {
  const onTuesdays = usual("KBOS", 4, { weekdays: [0, 4, 0, 0, 0, 0, 0] });
  const routes = surestFirst([usual("KJFK", 6), onTuesdays], tuesday);
  expect(routes.map(({ destination }) => destination)).toEqual(["KBOS", "KJFK"]);
});

test("a route that is not flown any more gives way to the new one", () => {
  const old = usual("KJFK", 40, { lastOn: "2026-06-01" });
  expect(surestFirst([old, usual("KBOS", 5)], tuesday)[0]?.destination).toBe("KBOS");
});
