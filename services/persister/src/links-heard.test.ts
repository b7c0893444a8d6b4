import type { MessageToStore } from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { createLinksHeard } from "./links-heard.ts";

function heard(over: Partial<Message>, icao: string | null = null): MessageToStore {
  const message = testMessage({ airframeId: "air", flightId: "flight", ...over });
  const links = { first: true, skewed: false, icao, flightKey: "UAL123" };
  return { message, links, raw: "{}", producer: "p:1", seq: 1 };
}

describe("airframes and flights", () => {
  test("are each named once in a batch, with all that was said of them", () => {
    const links = createLinksHeard();
    const { airframes, flights } = links.collect(
      [
        heard({ tail: "XX-ABC", departingAirport: "AAAA", latitude: 1, longitude: 2 }),
        heard({ tail: null, destinationAirport: "BBBB", altitude: 300 }, "ABC123"),
        heard({ airframeId: null, flightId: null }),
      ],
      0,
    );
    expect(airframes).toEqual([{ id: "air", icao: "ABC123", tail: "XX-ABC" }]);
    expect(flights).toMatchObject([
      {
        id: "flight",
        departingAirport: "AAAA",
        destinationAirport: "BBBB",
        latitude: 1,
        longitude: 2,
        altitude: 300,
      },
    ]);
  });

  test("aren't written again while nothing is new, and are when something is", () => {
    const links = createLinksHeard();
    const first = links.collect([heard({}, "ABC123")], 0);
    links.written(first, 0);
    expect(links.collect([heard({}, "ABC123")], 1_000)).toEqual({ airframes: [], flights: [] });
    const route = links.collect([heard({ destinationAirport: "BBBB" }, "ABC123")], 2_000);
    expect(route.flights).toHaveLength(1);
    expect(links.collect([heard({}, "ABC123")], 30_000).flights).toHaveLength(1);
    expect(links.collect([heard({ tail: "XX-NEW" }, "ABC123")], 2_000).airframes).toHaveLength(1);
  });

  test("that a failed statement named are named again", () => {
    const links = createLinksHeard();
    links.collect([heard({}, "ABC123")], 0);
    expect(links.collect([heard({}, "ABC123")], 1)).toMatchObject({
      airframes: [{ id: "air" }],
      flights: [{ id: "flight" }],
    });
  });
});
