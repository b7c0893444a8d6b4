/** Hostile trees: whatever a decoder's tree contains, its message is one that can be stored and shown. */
import { createContentReader, readObject } from "@jetwire/decoders";
import { treeObjects } from "@jetwire/decoders/samples";
import { Message } from "@jetwire/protocol";
import { createSeededRandom, mutateValue } from "@jetwire/testbed";
import { describe, expect, it } from "vitest";

const readContent = createContentReader({ texts: null });
const ReceivedMembers = Message.pick({
  decoded: true,
  latitude: true,
  longitude: true,
  altitude: true,
  positionSource: true,
  times: true,
  departingAirport: true,
  destinationAirport: true,
});

/** The most characters of `decoded` of one message, as JSON. */
const decodedCharsMax = 70_000;

function flawsOf(object: unknown): string[] {
  const result = readObject(object);
  if (result.status === "rejected") return [];
  const content = readContent(result.message, Date.UTC(2025, 0, 1));
  const { decoded, latitude, longitude } = content;
  const { error } = ReceivedMembers.safeParse(
    Object.fromEntries(
      Object.keys(ReceivedMembers.shape).map((key) => [key, content[key as keyof typeof content]]),
    ),
  );
  const json = JSON.stringify(decoded);
  const flaws = error === undefined ? [] : [error.message];
  if (json.length > decodedCharsMax) flaws.push(`${json.length} characters`);
  if (json.includes("\\u0000") || !json.isWellFormed()) flaws.push("cannot be stored");
  if (/undefined|NaN|\[object/.test(decoded?.description ?? ""))
    flaws.push(decoded?.description ?? "");
  if ((latitude === null) !== (longitude === null)) flaws.push("half a position");
  return flaws;
}

/** Returns copies of a value, each with one member replaced. */
function* replaced(value: unknown, replacement: unknown): Generator {
  yield replacement;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      for (const other of replaced(member, replacement)) yield value.with(index, other);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const other of replaced(member, replacement)) yield { ...value, [key]: other };
    }
  }
}

function nested(depth: number, key: string): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { [key]: value };
  return value;
}

const replacements: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a number", 1e300],
  ["a negative number", -1],
  ["no number", Number.NaN],
  ["a boolean", true],
  ["an empty text", ""],
  ["a text with NUL and half a character", "a\0b\ud800"],
  ["a text of braces", "[[[[[altitude][altitude][x"],
  ["an empty list", []],
  ["a list of lists", [[[1]], [null], "text"]],
  ["an empty object", {}],
  [
    "hostile keys",
    JSON.parse('{"__proto__": {"lat": 1}, "constructor": {"err": 5}, "toString": 1, "": 2}'),
  ],
  ["a deep choice", nested(1_000, "data")],
  ["a deep list", Array.from({ length: 1_000 }).reduce((inner) => [inner], 1)],
];

describe("hostile trees", () => {
  it.each(replacements)("any member may be %s", (_name, replacement) => {
    for (const object of treeObjects) {
      for (const hostile of replaced(object, replacement)) expect(flawsOf(hostile)).toEqual([]);
    }
    expect(Object.hasOwn(Object.prototype, "lat")).toBe(false);
  });

  it("any member may be a text of 1 MB, or have 10,000 members", () => {
    const long = "REQUEST [altitude] ".repeat(55_000);
    const wide = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`key${at}`, { at }]),
    );
    for (const object of treeObjects) {
      for (const hostile of replaced(object, long)) expect(flawsOf(hostile)).toEqual([]);
      for (const hostile of replaced(object, wide)) expect(flawsOf(hostile)).toEqual([]);
    }
  });

  it("members may be mutated at random", () => {
    const random = createSeededRandom(11);
    for (let round = 0; round < 6_000; round++) {
      const rate = random.pick([0.02, 0.1, 0.3]);
      expect(flawsOf(mutateValue(random.pick(treeObjects), random, rate))).toEqual([]);
    }
  });

  it.each(["data", "acars", "clnp", "arinc622", "level_type", "other_app"])(
    "a tree may have 1,000 levels of %s",
    (key) => {
      const deep = nested(1_000, key);
      const acars = { label: "AA", [key]: deep, arinc622: deep, media: deep };
      expect(flawsOf({ vdl2: { avlc: { acars } } })).toEqual([]);
      expect(flawsOf({ vdl2: { avlc: { x25: deep } } })).toEqual([]);
    },
  );
});
