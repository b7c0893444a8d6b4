import { describe, expect, it, vi } from "vitest";
import { objectCharsMax } from "./scan-object.ts";
import { objectsIn, objectsPerTextMax, openTailStart, splitAndParse } from "./split-and-parse.ts";

/** Values as they are, rejections by reason: what a text came to. */
function comesTo(text: string): unknown[] {
  return splitAndParse(text).map((object) => ("value" in object ? object.value : object.reason));
}

/** Counts the exceptions of `JSON.parse`, each of which costs as much as scanning 300 characters. */
function exceptionsOf(line: string): number {
  const parse = vi.spyOn(JSON, "parse");
  try {
    expect(splitAndParse(line).every((object) => "reason" in object)).toBe(true);
    return parse.mock.results.filter(({ type }) => type === "throw").length;
  } finally {
    parse.mockRestore();
  }
}

function nested(depth: number): string {
  return `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
}

describe("splitAndParse", () => {
  it.each([
    ["one line", '{"a":1}', [{ a: 1 }]],
    ["a trailing newline", '{"a":1}\n', [{ a: 1 }]],
    ["CR LF, NUL and blanks at the end", '{"a":1}\r\n\0 \0', [{ a: 1 }]],
    ["a byte order mark", '\ufeff{"a":1}', [{ a: 1 }]],
    ["objects on lines", '{"a":1}\n{"b":2}\r\n\n{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    [
      "objects concatenated together",
      '{"a":"}{"}{"b":2}{"c":3}',
      [{ a: "}{" }, { b: 2 }, { c: 3 }],
    ],
    ["concatenated ones on lines", '{"a":1}{"b":2}\n{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ["pretty-printed JSON", '{\n  "a": {\n    "b": 2\n  }\n}\n', [{ a: { b: 2 } }]],
    ["two pretty-printed objects", '{\n  "a": 1\n}\n{\n  "b": 2\n}', [{ a: 1 }, { b: 2 }]],
    ["an array of objects", '[{"a":1},\n {"b":[2]}]', [{ a: 1 }, { b: [2] }]],
    ["an empty object", "{}", [{}]],
    [
      "-inf and nan, which aren't JSON",
      '{"a":-inf,"b":[nan, -nan],"c":"inf"}',
      [{ a: null, b: [null, null], c: "inf" }],
    ],
    ["raw control characters in a string", '{"a":"x\r\ny\u0003"}', [{ a: "x\r\ny\u0003" }]],
    ["nothing", "", []],
    ["blanks only", " \r\n\0", []],
  ])("reads %s", (_name, text, expected) => {
    expect(comesTo(text)).toEqual(expected);
  });

  it.each([
    ["cut short", '{"a":"x', ["truncated"]],
    ["cut short, then a good line", '{"a":"x\n{"b":2}', ["truncated", { b: 2 }]],
    [
      "cut after a colon, then a good line",
      '{"a":\n{"b":2}\n{"c":3}',
      ["truncated", { b: 2 }, { c: 3 }],
    ],
    ["spliced inside a string", '{"a":"x{"b":2}', ["truncated", { b: 2 }]],
    ["spliced inside a key", '{"a":1,"stat{"b":2}', ["truncated", { b: 2 }]],
    ["spliced inside a number", '{"a":-6.3{"b":2}', ["truncated", { b: 2 }]],
    ["spliced inside a literal", '{"a":fal{"b":2}', ["truncated", { b: 2 }]],
    ["spliced inside an escape", '{"a":"\\u00{"b":2}', ["truncated", { b: 2 }]],
    ["broken between good ones", '{"a":1}\n{"b":oops}\n{"c":3}', [{ a: 1 }, "not-json", { c: 3 }]],
    ["broken and concatenated to a good one", '{"b":{"x":oops}}{"c":3}', ["not-json", { c: 3 }]],
    ["the rest of something, then a good one", 'ops"}\n{"c":3}', ["not-json", { c: 3 }]],
    ["garbage before a good one", 'syslog: {"c":3}', ["not-json", { c: 3 }]],
    ["an array", "[1,2]", ["not-an-object"]],
    ["an empty array", "[]", ["not-an-object"]],
    ["a number", "5", ["not-an-object"]],
    ["null", "null", ["not-an-object"]],
    ["an HTTP request", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", ["http-bytes"]],
    ["a TLS hello", "\u0016\u0003\u0001\u0002\0\u0001", ["tls-bytes"]],
    [
      "acarsdec's text",
      "[#1 (F:131.550 L:-13.3/-40.1 E:0) 01/01/2025 00:00:00.000 ---\nMode : 2",
      ["text-format"],
    ],
    ["dumpvdl2's text", "[2025-01-01 00:00:00 UTC] [136.975] [-12.3/-40.2 dBFS]", ["text-format"]],
    [
      "JAERO's text",
      "00:00:00 01-01-25 UTC AES:ABCDEF GES:44 2 .XX-ABC ! H1 5\n\n\tTEXT",
      ["text-format"],
    ],
    ["SBS lines", "MSG,3,1,1,ABCDEF,1,2025/01/01", ["text-format"]],
    ["bytes of no meaning", "\u0001\u0002\u00ff", ["not-json"]],
  ])("judges what is %s", (_name, text, expected) => {
    expect(comesTo(text)).toEqual(expected);
  });

  it("gives each object its own text, repaired or not, and a place for what is broken", () => {
    expect(splitAndParse(' {"a":nan} {"b":1}\r\n{"c":x}')).toEqual([
      { raw: '{"a":nan}', value: { a: null } },
      { raw: '{"b":1}', value: { b: 1 } },
      { raw: '{"c":x}', reason: "not-json", detail: "at character 25" },
    ]);
  });

  it("allows trees deeper than 60 and refuses bombs", () => {
    expect(comesTo(nested(128))).toHaveLength(1);
    expect(splitAndParse(nested(128))[0]).toHaveProperty("value");
    expect(comesTo(nested(129))).toEqual(["too-deep"]);
    expect(comesTo(nested(30_000))).toEqual(["too-deep"]);
    expect(comesTo(`{"a":${"[".repeat(60_000)}`)).toEqual(["too-deep"]);
  });

  it("doesn't take brackets in strings for depth", () => {
    const text = "[".repeat(1_000);
    expect(comesTo(JSON.stringify({ text, quoted: '\\"' }))).toEqual([{ text, quoted: '\\"' }]);
  });

  it("refuses objects that are too long, and only them", () => {
    const long = JSON.stringify({ a: "x".repeat(objectCharsMax) });
    expect(comesTo(`${long}\n{"b":2}`)).toEqual(["too-long", { b: 2 }]);
    expect(comesTo(long.slice(0, -2))).toEqual(["too-long"]);
    expect(comesTo("x".repeat(objectCharsMax + 1))).toEqual(["too-long"]);
  });

  it("stays linear on text that is broken everywhere", () => {
    const nasty = '{"a":['.repeat(10_000) + '\n{"k":"'.repeat(10_000) + '{"'.repeat(10_000);
    const started = performance.now();
    expect(splitAndParse(nasty).every((object) => "reason" in object)).toBe(true);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("a text of very many objects", () => {
  it.each([
    ["concatenated", "{}", 1 << 20],
    ["on lines", "1\n", 1 << 23],
    ["broken, on lines", '{"a":[\n', 300_000],
  ])(
    "%s, is split up to its bound, and the rest is rejected as one object",
    (_name, unit, times) => {
      const text = unit.repeat(times);
      const objects = splitAndParse(text);
      expect(objects).toHaveLength(objectsPerTextMax + 1);
      const rest = objects.at(-1);
      expect(rest).toMatchObject({ reason: "too-many-objects" });
      expect(text.trimEnd().endsWith(rest?.raw ?? "")).toBe(true);
    },
  );

  it("yields its objects without reading ahead", () => {
    const read = objectsIn("{}".repeat(1 << 22), 10_000);
    expect(read.next().value).toEqual({ raw: "{}", value: {} });
  });
});

describe("a text broken in very many places", () => {
  it("isn't taken apart for ever", () => {
    expect(splitAndParse('{"'.repeat(30_000)).length).toBeLessThan(300);
  });

  it("still gives its good lines", () => {
    expect(comesTo(`${"{x}\n".repeat(1_000)}{"a":1}`).at(-1)).toEqual({ a: 1 });
  });
});

describe("a broken line", () => {
  it.each(["{", '{"}', '{"a":}', "{x}", "x", "1x", "01", "-", "[", "[x]", "[1,]", "nul", '"\\x"'])(
    "%j that is short costs no exception",
    (line) => expect(exceptionsOf(line)).toBe(0),
  );

  it("that is long costs one", () => {
    expect(exceptionsOf(`{"a":"${"x".repeat(100)}",}`)).toBe(1);
  });

  it.each(["1", "-0.5e3", "true", "null", '"text"', "[]", '[1,["a"],null]'])(
    "%j is JSON, but no object",
    (line) => expect(comesTo(line)).toEqual(["not-an-object"]),
  );
});

describe("openTailStart", () => {
  it.each([
    ['{"a":1}', -1],
    ['{"a":1}\n{"b":', 8],
    ['{"a":"x', 0],
    ['{"a":x}', -1],
    ["garbage", -1],
    ["", -1],
  ])("finds where %j breaks off", (text, start) => {
    expect(openTailStart(text)).toBe(start);
  });
});
