import { expect, test } from "vitest";
import { originOf, type RequestOrigin } from "./request-origin.ts";

const own = "https://jetwire.example";
const foreign = "https://elsewhere.example";

test.each<[RequestOrigin, Record<string, string>, string?]>([
  ["unstated", {}],
  ["unstated", { "sec-fetch-site": "none" }],
  ["own", { "sec-fetch-site": "same-origin" }],
  ["own", { origin: own }],
  ["own", { origin: own, "sec-fetch-site": "same-origin" }],
  ["other", { origin: foreign }],
  ["other", { origin: "null" }],
  ["other", { origin: foreign, "sec-fetch-site": "same-origin" }],
  ["other", { origin: own, "sec-fetch-site": "cross-site" }],
  ["other", { origin: own, "sec-fetch-site": "none" }],
  ["other", { "sec-fetch-site": "same-site" }],
  ["other", { "sec-fetch-site": "cross-site" }],
  // The Host header was not a name, so that the address has no origin.
  ["other", { origin: own }, "/c/CODE"],
  ["unstated", {}, "/c/CODE"],
])("%s: %j", (expected, headers, address = `${own}/c/CODE`) => {
  expect(originOf({ header: (name) => headers[name], address })).toBe(expected);
});
