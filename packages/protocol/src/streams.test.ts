import { describe, expect, test } from "vitest";
import { readEntry, readEntryDetails, writeEntry } from "./streams.ts";

const id = "019a0000-0000-7000-8000-000000000001";
const groupId = "019a0000-0000-7000-8000-000000000000";
const messageJson = JSON.stringify({ id, groupId, text: '"id":"x","groupId":"y"' });

const whole = Object.entries({
  v: "2",
  p: "p:1",
  n: "42",
  s: "7",
  i: id,
  g: groupId,
  f: "1",
  m: messageJson,
}).flat();

const version1 = Object.entries({
  v: "1",
  p: "p:1",
  n: "42",
  s: "7",
  m: messageJson,
  l: '{"first":false,"skewed":false,"icao":null,"flightKey":null}',
  r: '{"a":"\u0000é"}',
}).flat();

function without(name: string, fields = whole): string[] {
  return fields.toSpliced(fields.indexOf(name), 2);
}

function withField(name: string, value: string, fields = whole): string[] {
  return fields.toSpliced(fields.indexOf(name), 2, name, value);
}

/** The members that were added since, as they are read from an entry without them. */
const laterMembers =
  '"authenticated":null,"sublabel":null,"mfi":null,"decoded":null,"positionSource":null,"onGround":null,"times":null,"assembly":null';

const read = {
  entryId: "1-0",
  producer: "p:1",
  seq: 42,
  storeOnly: false,
  stationId: 7,
  id,
  groupId,
  // Older entries lack members that were added later.
  messageJson: messageJson.replace(/}$/, `,${laterMembers}}`),
};

describe("an entry of the stream", () => {
  test("is read with all it holds", () => {
    expect(readEntry("1-0", whole)).toEqual({ ...read, first: true, details: null });
    expect(readEntry("1-0", withField("f", "0"))).toMatchObject({ first: false });
    expect(readEntryDetails(["l", "{}", "r", '{"a":"\u0000é"}'])).toEqual({
      linksJson: "{}",
      raw: '{"a":"\u0000é"}',
    });
  });

  test("of version 1 is read with the same members and its details", () => {
    expect(readEntry("1-0", version1)).toEqual({
      ...read,
      first: false,
      details: { linksJson: version1[11], raw: '{"a":"\u0000é"}' },
    });
  });

  test.each(["", "null", "[]", '{"first":7}'])(
    "of version 1 whose links are '%s' counts as the first reception",
    (links) => {
      expect(readEntry("1-0", withField("l", links, version1))).toMatchObject({ first: true });
    },
  );

  test.each(['{"id":7}', "null", "not json", '{"text":"\\"id\\":"}'])(
    "of version 1 whose message is '%s' is refused",
    (message) => {
      expect(readEntry("1-0", withField("m", message, version1))).toMatchObject({
        refused: "bad-entry",
      });
    },
  );

  test("is written as it is read", () => {
    const entry = readEntry("1-0", whole);
    if ("refused" in entry) throw new Error(entry.detail);
    const { entryId: _, details: __, ...written } = { ...entry, storeOnly: true };
    expect(readEntry("1-0", writeEntry(written))).toEqual({ ...entry, storeOnly: true });
    const later = { ...written, messageJson: messageJson.replace("{", '{"proof":true,') };
    const fields = writeEntry(later);
    expect(fields[fields.indexOf("x") + 1]).toBe('{"proof":true}');
    const reread = readEntry("1-0", fields);
    expect(JSON.parse("refused" in reread ? "" : reread.messageJson)).toMatchObject({
      proof: true,
      id,
    });
    expect(writeEntry({ ...written, messageJson: "{" })).toContain("{");
  });

  test("may have fields of a later writer", () => {
    expect(readEntry("1-0", [...whole, "z", "later", "__proto__", "x"])).toMatchObject({ seq: 42 });
  });

  test.each(["3", "9", "10", "4711"])(
    "of the newer version %s is left for a newer reader (F-33)",
    (version) => {
      expect(readEntry("1-0", withField("v", version))).toMatchObject({
        refused: "newer-version",
        detail: expect.stringContaining(`'${version}'`) as string,
      });
    },
  );

  test.each(["0", "-3", "03", "3.5", "3x", "99999999999999999999"])(
    "whose version is '%s' is refused",
    (version) => {
      expect(readEntry("1-0", withField("v", version))).toMatchObject({
        refused: "unknown-version",
      });
    },
  );

  test("whose version is missing is refused", () => {
    expect(readEntry("1-0", without("v"))).toMatchObject({ refused: "unknown-version" });
    expect(readEntry("1-0", [])).toMatchObject({ refused: "unknown-version" });
  });

  test.each(["p", "n", "s", "i", "g", "m"])("without %s is refused", (name) => {
    expect(readEntry("1-0", without(name))).toMatchObject({ refused: "bad-entry" });
  });

  test.each(["p", "n", "s", "m"])("of version 1 without %s is refused", (name) => {
    expect(readEntry("1-0", without(name, version1))).toMatchObject({ refused: "bad-entry" });
  });
});
