import type { GroundSighting } from "@jetwire/decoders";
import type { Sightings } from "@jetwire/db";
import { expect, test } from "vitest";
import { createSightingCounter, type SightingCounter } from "./sighting-counter.ts";

const t0 = Date.UTC(2026, 0, 1);

function sighting(over: Partial<GroundSighting> = {}): GroundSighting {
  return {
    system: "hfdl",
    address: "4",
    isReceived: true,
    name: null,
    airports: [],
    latitude: null,
    longitude: null,
    frequenciesKhz: [],
    isAnnounced: false,
    utcSync: null,
    ...over,
  };
}

async function written(counter: SightingCounter): Promise<Sightings> {
  let sightings: Sightings = { groundStations: [], frequencies: [], receivers: [] };
  await counter.flush(async (taken) => void (sightings = taken));
  return sightings;
}

test("frames of a ground station are counted by receiver, with the times of each frequency", async () => {
  const counter = createSightingCounter();
  counter.add(sighting({ frequenciesKhz: [8912], name: "New" }), "A", t0 + 2_000);
  counter.add(sighting({ frequenciesKhz: [8912], name: "Old", utcSync: true }), "A", t0);
  const named = { isReceived: false, isAnnounced: true, frequenciesKhz: [6661] };
  counter.add(sighting(named), "B", t0 + 3_000);
  expect(await written(counter)).toEqual({
    groundStations: [
      {
        id: "hfdl-4",
        system: "hfdl",
        address: "4",
        name: "New",
        airports: null,
        latitude: null,
        longitude: null,
        utcSync: null,
        firstReceivedAt: "2026-01-01T00:00:00.000Z",
        lastReceivedAt: "2026-01-01T00:00:02.000Z",
        lastActiveAt: "2026-01-01T00:00:03.000Z",
        frames: 2,
      },
    ],
    frequencies: [
      { id: "hfdl-4", khz: 8912, lastActiveAt: "2026-01-01T00:00:02.000Z", announcedAt: null },
      {
        id: "hfdl-4",
        khz: 6661,
        lastActiveAt: "2026-01-01T00:00:03.000Z",
        announcedAt: "2026-01-01T00:00:03.000Z",
      },
    ],
    receivers: [
      { id: "hfdl-4", ident: "A", lastReceivedAt: "2026-01-01T00:00:02.000Z", frames: 2 },
    ],
  });
  expect((await written(counter)).groundStations).toEqual([]);
});

test("a station that forges addresses cannot use up the room of others", async () => {
  const counter = createSightingCounter({ perStationMax: 10 });
  for (let n = 0; n < 1_000; n++) {
    counter.add(sighting({ system: "vdl", address: `F${10_000 + n}` }), "FORGER", t0);
  }
  counter.add(sighting(), "HONEST", t0);
  const { groundStations } = await written(counter);
  expect(groundStations).toHaveLength(11);
  // The next interval brings the forger nothing new, the next day does.
  counter.add(sighting({ system: "vdl", address: "FFFF01" }), "FORGER", t0 + 60_000);
  expect((await written(counter)).groundStations).toEqual([]);
  counter.add(sighting({ system: "vdl", address: "FFFF01" }), "FORGER", t0 + 86_400_000);
  expect((await written(counter)).groundStations).toHaveLength(1);
});

test("what is kept until the next write is bounded in every direction", async () => {
  const counter = createSightingCounter({
    groundStationsMax: 3,
    frequenciesMax: 2,
    receiversMax: 2,
  });
  for (let n = 1; n <= 9; n++) {
    counter.add(sighting({ address: String(n) }), "A", t0);
    counter.add(sighting({ address: "1", frequenciesKhz: [3_000 + n] }), `B${n}`, t0);
  }
  const { groundStations, frequencies, receivers } = await written(counter);
  expect(groundStations.map(({ id }) => id)).toEqual(["hfdl-1", "hfdl-2", "hfdl-3"]);
  expect(frequencies).toHaveLength(2);
  expect(receivers.filter(({ id }) => id === "hfdl-1")).toHaveLength(2);
});
