import { MessageIds } from "@jetwire/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Linkable } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let server: TestRedis;
beforeEach(async () => {
  server = await openTestRedis();
});
afterEach(() => server[Symbol.asyncDispose]());

const ids = new MessageIds(Date.now);
const t0 = 1_767_225_600_000;
let made = 0;

function linkable(over: Partial<Linkable> = {}): Linkable {
  return {
    id: ids.next(0),
    repeatKey: `repeat-${made++}`,
    burstKey: "",
    groupKey: "",
    timeMs: 1_767_225_600_000,
    icao: "",
    tail: "",
    flightKey: "",
    freshAirframeId: "",
    freshFlightId: "",
    ...over,
  };
}

/** One at each time, in ms from the first. */
function at<const Times extends readonly number[]>(
  times: Times,
  over: Partial<Linkable>,
): { [Index in keyof Times]: Linkable } {
  const linkables = times.map((ms) => linkable({ ...over, timeMs: t0 + ms }));
  return linkables as unknown as { [Index in keyof Times]: Linkable };
}

function link(...messages: Linkable[]) {
  return server.links.link(messages);
}

/** The group of each new message, the status of each duplicate. */
async function groupsOf(...messages: Linkable[]): Promise<string[]> {
  const answers = await link(...messages);
  return answers.map((answer) => (answer.status === "new" ? answer.groupId : answer.status));
}

async function airframe(over: Partial<Linkable>): Promise<string | null> {
  const [answer] = await link(linkable(over));
  if (answer?.status !== "new") throw new Error("not new");
  return answer.airframeId;
}

async function flight(over: Partial<Linkable>): Promise<string | null> {
  const [answer] = await link(linkable(over));
  if (answer?.status !== "new") throw new Error("not new");
  return answer.flightId;
}

describe("duplicates", () => {
  test("the same object of a station again is a repeat (A-34)", async () => {
    const first = linkable({ repeatKey: "same" });
    const again = linkable({ repeatKey: "same" });
    expect(await groupsOf(first, again)).toEqual([first.id, "repeat"]);
    expect(await groupsOf(linkable({ repeatKey: "same" }))).toEqual(["repeat"]);
  });

  test("of a burst that is read one message after another, the first is kept", async () => {
    const [first, second] = at([0, 1], { burstKey: "one-by-one" });
    expect(await groupsOf(first)).toEqual([first.id]);
    expect(await groupsOf(second)).toEqual(["burst"]);
  });

  test("a burst on a neighbouring channel is dropped within 1 s, not after", async () => {
    const [first, same, edge, later] = at([0, 300, 1_000, 1_001], { burstKey: "b" });
    expect(await groupsOf(first, same, edge, later)).toEqual([
      first.id,
      "burst",
      "burst",
      later.id,
    ]);
  });
});

/** `new` for a new message, the id of the message that is kept for a duplicate. */
async function keptIdsOf(...messages: Linkable[]): Promise<(string | null)[]> {
  const answers = await link(...messages);
  return answers.map((answer) => (answer.status === "new" ? "new" : answer.keptId));
}

describe("a duplicate names the message that is kept", () => {
  test("of a repeat, the first", async () => {
    const [first, second, third] = at([0, 10, 20], { repeatKey: "named", groupKey: "named" });
    expect(await keptIdsOf(first, second)).toEqual(["new", first.id]);
    expect(await keptIdsOf(third, second)).toEqual([first.id, first.id]);
  });

  test("of a burst, and of its repeats, the one that is not dropped", async () => {
    const [first] = at([0], { burstKey: "named" });
    const [second, again] = at([300, 300], { burstKey: "named", repeatKey: "second" });
    expect(await keptIdsOf(first, second, again)).toEqual(["new", first.id, first.id]);
    expect(await keptIdsOf(again, second)).toEqual([first.id, first.id]);
  });
});

describe("groups", () => {
  test("two stations within 3 s of message time share one group; after it another begins", async () => {
    const [first, second, early, late] = at([0, 3_000, -2_999, 3_001], { groupKey: "g" });
    expect(await groupsOf(first, second, early)).toEqual([first.id, first.id, first.id]);
    expect(await groupsOf(late)).toEqual([late.id]);
  });

  test("only the first reception is the first", async () => {
    const answers = await link(
      linkable({ groupKey: "g" }),
      linkable({ groupKey: "g", timeMs: t0 + 10 }),
      linkable(),
    );
    expect(answers.map((answer) => answer.status === "new" && answer.first)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe("asked again for the same messages", () => {
  test("it answers the same, whatever was asked in between", async () => {
    const times = [0, 400, 1_500, 2_600, 2_700, 4_100, 8_000, 8_100, 20_000];
    const messages = at(times, { burstKey: "b", groupKey: "g" });
    const once = await link(...messages);
    expect(once.filter(({ status }) => status === "burst")).toHaveLength(3);
    expect(await link(...messages)).toEqual(once);
    for (const [index, message] of messages.entries()) {
      expect(await link(message)).toEqual([once[index]]);
    }
    expect(await link(...messages.slice(2))).toEqual(once.slice(2));
  });

  test("airframes and flights stay what they were", async () => {
    const message = linkable({
      icao: "ABC123",
      tail: "XX-ABC",
      flightKey: "ZZZ1",
      freshAirframeId: "air-1",
      freshFlightId: "flight-1",
    });
    const once = await link(message);
    expect(once[0]).toMatchObject({ airframeId: "air-1", flightId: "flight-1" });
    expect(await link(message)).toEqual(once);
  });
});

describe("airframes", () => {
  test("an address learnt later joins the airframe that the tail made", async () => {
    expect(await airframe({ tail: "XX-ABC", freshAirframeId: "by-tail" })).toBe("by-tail");
    const both = { tail: "XX-ABC", icao: "ABC123", freshAirframeId: "by-address" };
    expect(await airframe(both)).toBe("by-tail");
    expect(await airframe({ icao: "ABC123", freshAirframeId: "another" })).toBe("by-tail");
    expect(await airframe({ tail: "XX-ABC", freshAirframeId: "another" })).toBe("by-tail");
  });

  test("a registration that moves to another address is another airframe", async () => {
    await airframe({ tail: "XX-ABC", icao: "AAAAAA", freshAirframeId: "old" });
    const moved = { tail: "XX-ABC", icao: "BBBBBB", freshAirframeId: "new" };
    expect(await airframe(moved)).toBe("new");
    expect(await airframe({ tail: "XX-ABC" })).toBe("new");
    expect(await airframe({ icao: "AAAAAA" })).toBe("old");
  });

  test("a misread address does not move a registration", async () => {
    await airframe({ tail: "XX-ABC", icao: "AAAAAA", freshAirframeId: "right" });
    expect(await airframe({ tail: "XX-ABC", icao: "BAAAAA" })).toBe(null);
    expect(await airframe({ tail: "XX-ABC" })).toBe("right");
  });

  test("a registration that moved back belongs to its first airframe again", async () => {
    const [first, second] = ["AAAAAA", "BBBBBB"].map((icao) => ({ tail: "XX-ABC", icao }));
    await airframe({ ...first, freshAirframeId: "first" });
    await airframe({ ...second, freshAirframeId: "second" });
    expect(await airframe({ ...first, freshAirframeId: "third" })).toBe("first");
    expect(await airframe({ tail: "XX-ABC" })).toBe("first");
    expect(await airframe({ icao: "BBBBBB" })).toBe("second");
  });

  test("a new registration of one address keeps the airframe", async () => {
    await airframe({ tail: "XX-ABC", icao: "AAAAAA", freshAirframeId: "one" });
    expect(await airframe({ tail: "XX-NEW", icao: "AAAAAA", freshAirframeId: "two" })).toBe("one");
    expect(await airframe({ tail: "XX-NEW" })).toBe("one");
  });

  test("a misread tail finds an airframe but makes none", async () => {
    expect(await airframe({ tail: "XX-???" })).toBe(null);
    expect(await airframe({ tail: "XX-???", freshAirframeId: "sure" })).toBe("sure");
    expect(await airframe({ tail: "XX-???" })).toBe("sure");
  });

  test("the directory can be filled from Postgres, and what is known stays", async () => {
    expect(await server.airframes.isEmpty()).toBe(true);
    await airframe({ tail: "XX-ABC", freshAirframeId: "here" });
    const many = Array.from({ length: 2_500 }, (_, n) => ({
      id: `id-${n}`,
      icao: `A${n}`,
      tail: n % 2 ? `T${n}` : null,
    }));
    await server.airframes.restore([{ id: "postgres", icao: null, tail: "XX-ABC" }, ...many]);
    expect(await server.airframes.isEmpty()).toBe(false);
    expect(await airframe({ tail: "XX-ABC", freshAirframeId: "x" })).toBe("here");
    expect(await airframe({ icao: "A2499", freshAirframeId: "x" })).toBe("id-2499");
    expect(await airframe({ tail: "T2499", freshAirframeId: "x" })).toBe("id-2499");
  });
});

describe("flights", () => {
  const on = { icao: "AAAAAA", freshAirframeId: "air" };
  const hour = 3_600_000;

  test("the same airframe and flight within 12 hours is one flight", async () => {
    const flown = { ...on, flightKey: "ZZZ1" };
    expect(await flight({ ...flown, freshFlightId: "f1" })).toBe("f1");
    expect(await flight({ ...flown, freshFlightId: "f2", timeMs: t0 + 12 * hour })).toBe("f1");
    expect(await flight({ ...flown, freshFlightId: "f3", timeMs: t0 + 25 * hour })).toBe("f3");
  });

  test("each message of a flight extends it by 12 hours", async () => {
    const flown = { icao: "FL1EAE", flightKey: "UAL999", freshAirframeId: "p9" };
    for (const [hours, freshFlightId] of ["f1", "f2", "f3"].entries()) {
      expect(await flight({ ...flown, freshFlightId, timeMs: t0 + hours * 11 * hour })).toBe("f1");
    }
  });

  test.each([
    ["the same airframe", on],
    ["an unknown airframe", {}],
  ])("a number that %s flies every day is a flight each day", async (_, airframeOf) => {
    const flown = { ...airframeOf, flightKey: "ZZZ7" };
    for (const day of [0, 1, 2]) {
      for (const hours of [0, 4, 9]) {
        const timeMs = t0 + (day * 24 + hours) * hour;
        const freshFlightId = `f${day}-${hours}`;
        expect(await flight({ ...flown, freshFlightId, timeMs })).toBe(`f${day}-0`);
      }
    }
  });

  test("of a codeshare each number is a flight; a message without one belongs to the last", async () => {
    await flight({ ...on, flightKey: "ZZZ1", freshFlightId: "operating" });
    await flight({ ...on, flightKey: "YYY5001", freshFlightId: "marketing", timeMs: t0 + 1 });
    expect(await flight({ ...on, timeMs: t0 + 2 })).toBe("marketing");
    const again = { ...on, flightKey: "ZZZ1", freshFlightId: "new", timeMs: t0 + 3 };
    expect(await flight(again)).toBe("operating");
    expect(await flight({ ...on, timeMs: t0 + 4 })).toBe("operating");
  });

  test("a message that names no flight belongs to the one its airframe was on within the hour", async () => {
    await flight({ ...on, flightKey: "ZZZ1", freshFlightId: "f1" });
    expect(await flight({ ...on, timeMs: t0 + hour })).toBe("f1");
    expect(await flight({ ...on, timeMs: t0 + hour + 1 })).toBe(null);
    expect(await flight({ icao: "BBBBBB", freshAirframeId: "other" })).toBe(null);
    expect(await flight({})).toBe(null);
  });

  test("another airframe with the same flight number is another flight", async () => {
    await flight({ ...on, flightKey: "ZZZ1", freshFlightId: "f1" });
    const other = { icao: "BBBBBB", freshAirframeId: "other", flightKey: "ZZZ1" };
    expect(await flight({ ...other, freshFlightId: "f2" })).toBe("f2");
  });
});

test("a flood of tails under one address doesn't outgrow the directory", async () => {
  const { keys, redis } = server;
  await redis.hset(keys.link.airframesByTail, Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`X${n}`, `i|`]))); // prettier-ignore
  const flood = Array.from({ length: 50 }, (_, n) =>
    linkable({ icao: "AAAAAA", tail: `T${n}`, freshAirframeId: "air" }),
  );
  await server.links.link(flood, { airframesMax: 100 });
  expect(await redis.hlen(keys.link.airframesByTail)).toBe(100);
});
