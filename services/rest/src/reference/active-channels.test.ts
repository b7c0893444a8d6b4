import { expect, test } from "vitest";
import { activeChannels, type HfEvidence } from "./active-channels.ts";

const nowMs = Date.parse("2026-01-01T18:00:00.000Z");
const at = (agoSeconds: number) => new Date(nowMs - agoSeconds * 1_000).toISOString();
const newYork = { latitude: 40.7, longitude: -74 };
const none: HfEvidence = { announced: [], received: [], reporting: [] };
const reception = {
  groundStation: 4,
  khz: 11_387,
  receptions: 6,
  snrSum: 30,
  snrCount: 3,
  squitterAt: at(30),
  receivedAt: at(10),
  latitude: 41,
  longitude: -73,
};

test("a channel has its newest evidence, and the age of it", () => {
  const evidence: HfEvidence = {
    announced: [{ groundStation: 4, khz: 11_387, announcedAt: at(90) }],
    received: [reception, { ...reception, latitude: null, longitude: null, squitterAt: at(5) }],
    reporting: [{ groundStation: 4, frequencyNumber: 3, aircraft: 7 }],
  };
  expect(activeChannels(evidence, newYork, nowMs)).toMatchObject([
    {
      groundStationId: "hfdl-4",
      groundStation: "Riverhead, New York",
      frequency: 11.387,
      announcedAt: at(90),
      squitterAt: at(5),
      receivedAt: at(10),
      receptions: 12,
      stations: 2,
      stationsNear: 1,
      reporting: 7,
      snr: 10,
      ageSeconds: 10,
    },
  ]);
});

test("what stations near the point received comes before what was only announced, far away, or old", () => {
  const evidence: HfEvidence = {
    ...none,
    announced: [
      { groundStation: 4, khz: 11_387, announcedAt: at(30) },
      { groundStation: 4, khz: 17_919, announcedAt: at(30) },
      { groundStation: 4, khz: 5_652, announcedAt: at(3_000) },
    ],
    received: [
      { ...reception, groundStation: 5, khz: 10_084, latitude: -37, longitude: 175 },
      { ...reception, khz: 6_661 },
    ],
  };
  const found = activeChannels(evidence, newYork, nowMs);
  expect(found[0]?.frequency).toBe(6.661);
  expect(found.at(-1)?.frequency).toBe(5.652);
  expect(found.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
});

test("of two frequencies that are announced alike, the higher one is likelier by day and the lower one at night", () => {
  const announced = [17_919, 5_652].map((khz) => ({ groundStation: 4, khz, announcedAt: at(30) }));
  const [byDay] = activeChannels({ ...none, announced }, newYork, nowMs);
  const [atNight] = activeChannels({ ...none, announced }, newYork, nowMs + 11 * 3_600_000);
  expect([byDay?.frequency, atNight?.frequency]).toEqual([17.919, 5.652]);
  expect(byDay?.sunElevation).toBeGreaterThan(0);
  expect(atNight?.sunElevation).toBeLessThan(0);
});

test("without a point nothing is said of distance and sun, and an unknown ground station has no name", () => {
  const announced = [{ groundStation: 99, khz: 6_000, announcedAt: at(1) }];
  expect(activeChannels({ ...none, announced }, null, nowMs)).toMatchObject([
    { groundStation: null, latitude: null, distance: null, sunElevation: null, stationsNear: 0 },
  ]);
  expect(activeChannels({ ...none, announced }, newYork, nowMs)[0]).toMatchObject({
    distance: null,
  });
});
