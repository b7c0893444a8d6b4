import { MessageIds } from "@jetwire/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Block, wholeBytesMax } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

let server: TestRedis;
beforeEach(async () => {
  server = await openTestRedis();
});
afterEach(() => server[Symbol.asyncDispose]());

const ids = new MessageIds(Date.now);
const t0 = 1_767_225_600_000;
const texts = ["FIRST ".repeat(30), "SECOND ".repeat(28), "LAST"];
const [first = ""] = texts;

/** Block `number` of a downlink of three, as one station received it. */
function downlink(number: number, over: Partial<Block> = {}): Block {
  return {
    id: ids.next(0),
    wholeKey: "downlink",
    aircraft: "XXABC",
    groupKey: "",
    stationId: 1,
    timeMs: t0 + number * 4_000,
    timeoutMs: 660_000,
    number,
    wrapsAfter: 0,
    more: number < 3,
    isJoined: false,
    text: texts[number - 1] ?? "",
    ...over,
  };
}

/** A block of an uplink by the letter of its block id. */
function uplink(letter: string, more: boolean, over: Partial<Block> = {}): Block {
  return downlink(letter.charCodeAt(0) - 0x40, {
    wholeKey: "uplink",
    timeMs: t0,
    timeoutMs: 90_000,
    wrapsAfter: 26,
    more,
    text: `TEXT ${letter} `,
    ...over,
  });
}

/** Joins blocks in one call each. Returns the text of each whole, or the block's status. */
async function joined(...blocks: Block[]): Promise<string[]> {
  const results: string[] = [];
  for (const block of blocks) {
    const [result] = await server.assemblies.join([block]);
    results.push(result?.whole?.text ?? result?.status ?? "");
  }
  return results;
}

async function wholeOf(...blocks: Block[]) {
  return (await server.assemblies.join(blocks)).at(-1)?.whole ?? null;
}

async function keysOfWholes(): Promise<string[]> {
  return await server.redis.keys(`${server.keys.link.wholePrefix}*`);
}

describe("the blocks of a downlink", () => {
  test.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    "are a whole in the order %j",
    async (order) => {
      const results = await joined(...order.map((number) => downlink(number)));
      expect(results).toEqual(["opened", "kept", texts.join("")]);
    },
  );

  test("are a whole when they come in one batch", async () => {
    const blocks = [downlink(1), downlink(2), downlink(3)];
    expect(await wholeOf(...blocks)).toEqual({
      partIds: blocks.map(({ id }) => id),
      stationIds: [1],
      text: texts.join(""),
      byDecoder: false,
    });
  });

  test.each([1, 2, 3])("are no whole without block %i", async (missing) => {
    const there = [1, 2, 3].filter((number) => number !== missing);
    expect(await joined(...there.map((number) => downlink(number)))).toEqual(["opened", "kept"]);
  });

  test("of several stations are one whole, which counts each block once", async () => {
    const blocks = [1, 2, 3].flatMap((number) =>
      [1, 2].map((stationId) => downlink(number, { stationId })),
    );
    const whole = texts.join("");
    expect(await joined(...blocks)).toEqual(["opened", "kept", "kept", "kept", whole, "kept"]);
  });

  test("that different stations received are joined, and name these stations", async () => {
    const blocks = [downlink(1), downlink(2, { stationId: 2 }), downlink(3, { stationId: 3 })];
    expect(await wholeOf(...blocks)).toMatchObject({ stationIds: [1, 2, 3] });
  });

  test("that the completing station received itself name only that station", async () => {
    const blocks = [1, 2, 3].flatMap((number) => [
      downlink(number, { stationId: 2 }),
      downlink(number, { stationId: 7 }),
    ]);
    const alone = [downlink(1, { stationId: 9 }), ...blocks.slice(1)];
    expect(await wholeOf(...alone.slice(0, -1))).toMatchObject({ stationIds: [2, 9] });
    await server.redis.del(...(await keysOfWholes()));
    expect(await wholeOf(...blocks.slice(0, 5))).toMatchObject({ stationIds: [2] });
  });

  test("name the first reception of their transmission", async () => {
    const groupKey = "transmission";
    const base = { repeatKey: "", burstKey: "", icao: "", tail: "XXABC", flightKey: "" };
    const [a, b] = [ids.next(0), ids.next(0)];
    for (const id of [a, b]) {
      const fresh = { freshAirframeId: "", freshFlightId: "" };
      await server.links.link([{ ...base, ...fresh, id, groupKey, timeMs: t0 }]);
    }
    const blocks = [downlink(1, { id: b, groupKey }), downlink(2), downlink(3)];
    expect((await wholeOf(...blocks))?.partIds[0]).toBe(a);
  });

  test("are a whole once, also when the aircraft repeats them", async () => {
    const blocks = [1, 2, 3, 3, 1, 2, 3].map((number, n) =>
      downlink(number, { timeMs: t0 + n * 15_000 }),
    );
    const whole = texts.join("");
    const results = ["opened", "kept", whole, "kept", "kept", "kept", "kept"];
    expect(await joined(...blocks)).toEqual(results);
  });

  test("give the same whole in a replay", async () => {
    const blocks = [downlink(1), downlink(2), downlink(3)];
    const before = await wholeOf(...blocks);
    expect(await joined(...blocks)).toEqual(["kept", "kept", texts.join("")]);
    expect(await wholeOf(...blocks)).toEqual(before);
  });

  test("are apart after the time-out", async () => {
    const late = t0 + 660_001 + 8_000;
    expect(await joined(downlink(1), downlink(2), downlink(3, { timeMs: late }))).toEqual([
      "opened",
      "kept",
      "kept",
    ]);
    const again = [downlink(1, { timeMs: late }), downlink(2, { timeMs: late })];
    expect(await joined(...again)).toEqual(["kept", texts.join("")]);
  });

  test("of another message under the same number replace those that are too old", async () => {
    await joined(downlink(1), downlink(2), downlink(3));
    const timeMs = t0 + 3_600_000;
    const next = [1, 2, 3].map((number) => downlink(number, { timeMs, text: `NEXT ${number} ` }));
    expect((await joined(...next)).at(-1)).toBe("NEXT 1 NEXT 2 NEXT 3 ");
  });

  test("that the decoder joined are the whole, and not joined again", async () => {
    const whole = texts.join("");
    const own = downlink(3, { isJoined: true, text: whole });
    const parts = [downlink(1), downlink(2)];
    expect(await wholeOf(...parts, own)).toEqual({
      partIds: [...parts, own].map(({ id }) => id),
      stationIds: [1],
      text: whole,
      byDecoder: true,
    });
    expect(await joined(downlink(3, { stationId: 2 }))).toEqual(["kept"]);
    expect(await joined(downlink(3, { stationId: 3, isJoined: true, text: whole }))).toEqual([
      "none",
    ]);
  });

  test("that the decoder joined without saying so are not joined again", async () => {
    const whole = `${first}X`;
    const blocks = [downlink(1), downlink(2, { more: false, text: whole })];
    expect(await joined(...blocks)).toEqual(["opened", whole]);
  });

  test("of a station that received all of them are not changed by another's", async () => {
    const forged = [
      downlink(1, { stationId: 66, text: "FORGED 1 " }),
      downlink(2, { stationId: 66, text: "FORGED 2 ", more: false }),
    ];
    const genuine = [1, 2, 3].map((number) => downlink(number));
    await joined(...forged);
    expect((await joined(...genuine)).at(-1)).toBe(texts.join(""));
    expect((await wholeOf(...genuine))?.stationIds).toEqual([1]);
  });
});

describe("the blocks of an uplink", () => {
  test("are a whole in the order of their block ids", async () => {
    const blocks = [uplink("L", true), uplink("M", true), uplink("N", false)];
    expect(await joined(...blocks)).toEqual(["opened", "kept", "TEXT L TEXT M TEXT N "]);
  });

  test.each([
    ["2", 26, "Z"],
    ["X", 23, "W"],
  ])("continue with A in mode %s", async (_, wrapsAfter, letter) => {
    const blocks = [
      uplink(letter, true, { wrapsAfter }),
      uplink("A", true, { wrapsAfter }),
      uplink("B", false, { wrapsAfter }),
    ];
    expect((await joined(...blocks)).at(-1)).toBe(`TEXT ${letter} TEXT A TEXT B `);
  });

  test("are no whole across a gap", async () => {
    expect(await joined(uplink("L", true), uplink("N", false))).toEqual(["opened", "none"]);
  });

  test("of one message do not belong to the next one", async () => {
    const blocks = [uplink("L", true), uplink("M", false), uplink("N", true), uplink("O", false)];
    expect((await joined(...blocks)).at(-1)).toBe("TEXT N TEXT O ");
  });

  test("are looked up only if they are the only one", async () => {
    expect(await joined(uplink("L", false))).toEqual(["none"]);
    expect(await keysOfWholes()).toEqual([]);
  });

  test("are apart after the time-out", async () => {
    const late = uplink("M", false, { timeMs: t0 + 90_001 });
    expect(await joined(uplink("L", true), late)).toEqual(["opened", "none"]);
  });
});

describe("hostile blocks", () => {
  test("have a bound on the text of a whole", async () => {
    const text = "X".repeat(wholeBytesMax / 8);
    const results: string[] = [];
    for (let number = 1; number <= 12; number++) {
      results.push(...(await joined(downlink(number, { text, more: true }))));
    }
    expect(results.filter((status) => status === "limited")).toHaveLength(4);
    const [key = ""] = await keysOfWholes();
    expect(Object.values(await server.redis.hgetall(key)).join("").length).toBeLessThan(20_000);
  });

  test("have a bound on the copies of a block", async () => {
    const copies = Array.from({ length: 60 }, (_, stationId) =>
      downlink(2, { stationId: stationId + 1, text: `COPY ${stationId} ` }),
    );
    const results = await joined(...copies);
    expect(results.filter((status) => status === "limited")).toHaveLength(27);
  });

  test("have a bound on the open wholes of an aircraft", async () => {
    const blocks = Array.from({ length: 120 }, (_, n) =>
      downlink(1, { wholeKey: `whole-${n}`, stationId: n + 1 }),
    );
    const results = await server.assemblies.join(blocks);
    expect(results.filter(({ status }) => status === "limited")).toHaveLength(20);
  });

  test("have a bound on the open wholes of a station", async () => {
    const blocks = Array.from({ length: 1_020 }, (_, n) =>
      downlink(1, { wholeKey: `whole-${n}`, aircraft: `XX${n}` }),
    );
    const results = await server.assemblies.join(blocks);
    expect(results.filter(({ status }) => status === "limited")).toHaveLength(20);
  });

  test("expire", async () => {
    await joined(downlink(1), downlink(2));
    const [key = ""] = await keysOfWholes();
    const ttl = await server.redis.pttl(key);
    expect(ttl).toBeGreaterThan(660_000);
    expect(ttl).toBeLessThanOrEqual(720_000);
  });

  test("may contain every character", async () => {
    const odd = "|,:=\r\n%1\u00e9\u2400";
    const blocks = [downlink(1, { text: odd }), downlink(2, { text: odd, more: false })];
    // It also repeats the first block, which is no longer than it.
    expect(await joined(...blocks)).toEqual(["opened", `${odd}${odd}`]);
  });
});
