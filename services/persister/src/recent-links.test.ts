import type { MessageToStore } from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { createRecentLinks } from "./recent-links.ts";

function received(over: Partial<Message>, icao: string | null = null): MessageToStore {
  const message = testMessage({ airframeId: "air", flightId: "flight", ...over });
  const links = { first: true, skewed: false, icao, flightKey: "UAL123" };
  return { message, links, raw: "{}", producer: "p:1", seq: 1 };
}

describe("airframes and flights", () => {
  test("are each named once in a batch, with all that the messages say of them", () => {
    const { airframes, flights } = createRecentLinks(() => 1).collect([
      received({ tail: "XX-ABC", departingAirport: "AAAA", latitude: 1, longitude: 2 }),
      received({ tail: null, destinationAirport: "BBBB", altitude: 300 }, "ABC123"),
      received({ airframeId: null, flightId: null }),
    ]);
    expect(airframes).toEqual([{ id: "air", icao: "ABC123", tail: "XX-ABC" }]);
    expect(flights).toMatchObject([
      {
        id: "flight",
        departingAirport: "AAAA",
        destinationAirport: "BBBB",
        positions: [{ latitude: 1, longitude: 2 }],
      },
    ]);
  });

  test("are written again once something is new, or after a while", () => {
    let nowMs = 1;
    const links = createRecentLinks(() => nowMs);
    const same = [received({}, "ABC123")];
    links.remember(links.collect(same));
    nowMs += 1_000;
    expect(links.collect(same)).toMatchObject({ airframes: [], flights: [], changes: [] });
    const routed = links.collect([received({ destinationAirport: "BBBB" }, "ABC123")]);
    expect(routed.flights).toHaveLength(1);
    expect(links.collect([received({ tail: "XX-NEW" }, "ABC123")]).airframes).toHaveLength(1);
    nowMs += 29_001;
    expect(links.collect(same)).toMatchObject({ airframes: [], flights: [{ id: "flight" }] });
    nowMs += 570_000;
    expect(links.collect(same)).toMatchObject({ airframes: [{ id: "air" }] });
  });

  test("flights change when a message says something new, once more when it is said again, and after a while", () => {
    let nowMs = 1;
    const links = createRecentLinks(() => nowMs);
    const changesOf = (over: Partial<Message>) => {
      const collected = links.collect([received(over)]);
      links.remember(collected);
      return collected.changes;
    };
    const times = { out: null, off: null, on: null, in: null, eta: "2026-01-01T12:00:00.000Z" };
    const isNew = [{ flightId: "flight", isNew: true }];
    expect(changesOf({ text: "nothing" })).toEqual([]);
    expect(changesOf({ destinationAirport: "KJFK" })).toEqual(isNew);
    expect(changesOf({ destinationAirport: "KJFK" })).toEqual([
      { flightId: "flight", isNew: false },
    ]);
    expect(changesOf({ destinationAirport: "KJFK" })).toEqual([]);
    expect(changesOf({ times })).toEqual(isNew);
    expect(changesOf({ times: { ...times, eta: "2026-01-01T12:01:00.000Z" } })).toHaveLength(1);
    expect(changesOf({ times: { ...times, eta: "2026-01-01T12:02:00.000Z" } })).toEqual([]);
    expect(changesOf({ times: { ...times, eta: "2026-01-01T12:20:00.000Z" } })).toEqual(isNew);
    nowMs += 600_001;
    expect(changesOf({ destinationAirport: "KJFK" })).toEqual(isNew);
  });

  test("a flight with ever new values is news at most 64 times", () => {
    const links = createRecentLinks(() => 1);
    let news = 0;
    for (let n = 0; n < 500; n++) {
      const collected = links.collect([received({ destinationAirport: `K${n}` })]);
      links.remember(collected);
      news += collected.changes.filter(({ isNew }) => isNew).length;
    }
    expect(news).toBe(64);
  });

  test("of a failed statement are named again", () => {
    const links = createRecentLinks(() => 1);
    links.collect([received({}, "ABC123")]);
    expect(links.collect([received({}, "ABC123")])).toMatchObject({
      airframes: [{ id: "air" }],
      flights: [{ id: "flight" }],
    });
  });
});
