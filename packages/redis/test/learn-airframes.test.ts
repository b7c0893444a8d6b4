import { MessageIds } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let server: TestRedis;
beforeEach(async () => {
  server = await openTestRedis();
});
afterEach(() => server[Symbol.asyncDispose]());

const ids = new MessageIds(Date.now);

/** The airframe that a message with this address and tail is linked to. */
async function airframeOf(icao: string, tail: string, fresh: string): Promise<string | null> {
  const [answer] = await server.links.link([
    {
      id: ids.next(0),
      repeatKey: "",
      burstKey: "",
      groupKey: "",
      timeMs: Date.now(),
      icao,
      tail,
      flightKey: "",
      freshAirframeId: fresh,
      freshFlightId: "",
    },
  ]);
  if (answer?.status !== "new") throw new Error("not new");
  return answer.airframeId;
}

function learn(...airframes: { id: string; icao: string; tail: string }[]): Promise<number> {
  return server.airframes.learn(airframes);
}

test("a message with only a tail finds the airframe that a register names", async () => {
  expect(await learn({ id: "register", icao: "A0F1BB", tail: "N172SP" })).toBe(1);
  expect(await airframeOf("", "N172SP", "fresh")).toBe("register");
  expect(await airframeOf("A0F1BB", "", "fresh")).toBe("register");
  expect(await learn({ id: "other", icao: "A0F1BB", tail: "N172SP" })).toBe(0);
  expect(await airframeOf("", "N172SP", "fresh")).toBe("register");
});

test("an airframe received earlier by its tail keeps its id and gets the address", async () => {
  expect(await airframeOf("", "D-AIBL", "by-tail")).toBe("by-tail");
  expect(await learn({ id: "register", icao: "3C5EEC", tail: "D-AIBL" })).toBe(1);
  expect(await airframeOf("3C5EEC", "", "fresh")).toBe("by-tail");
  expect(await airframeOf("", "D-AIBL", "fresh")).toBe("by-tail");
});

test("an address and tail learnt from messages are not replaced", async () => {
  expect(await airframeOf("AAAA01", "N5", "first")).toBe("first");
  await learn({ id: "register", icao: "AAAA02", tail: "N5" });
  expect(await airframeOf("", "N5", "fresh")).toBe("first");
});

test("the directory doesn't grow over its limit", async () => {
  const airframes = Array.from({ length: 5 }, (_, n) => ({
    id: `id${n}`,
    icao: `00000${n}`,
    tail: `N${n}`,
  }));
  const limits = { airframesMax: 3 };
  expect(await server.airframes.learn(airframes, limits)).toBe(3);
});
