import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("an address keeps texts as they are: digits are no numbers, and nothing is evaluated", () => {
  const query = parseSearch("?icao=123456&label=H1,5Z&q=%7B%22a%22%3A1%7D&__proto__=x");
  expect(query["icao"]).toBe("123456");
  expect(query["label"]).toBe("H1,5Z");
  expect(query["q"]).toBe('{"a":1}');
});

test("commas and colons stay readable, and empty values are left out", () => {
  const text = stringifySearch({ label: "H1,5Z", since: "2026-11-21T10:00", m: undefined, q: "" });
  expect(text).toBe("?label=H1,5Z&since=2026-11-21T10:00");
});
