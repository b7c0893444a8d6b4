import { expect, test } from "vitest";
import { exportPath, parametersOf, searchOf } from "./parameters.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");

test("a search is of one day and of transmissions unless the address says otherwise", () => {
  const usual = searchOf({ tail: "N156VN" }, {});
  expect(parametersOf(usual, nowMs)).toEqual({
    tail: "N156VN",
    since: "2026-11-20T12:00:00.000Z",
    first: "true",
  });
  const other = searchOf({ since: "-6h", until: "2026-11-21T11:00:00Z" }, { first: "0" });
  expect(parametersOf(other, nowMs)).toEqual({
    since: "2026-11-21T06:00:00.000Z",
    until: "2026-11-21T11:00:00Z",
  });
});

test("an export has the parameters of the list, and tree and raw object only in NDJSON", () => {
  const parameters = { q: "a&b=c", first: "true" };
  expect(exportPath(parameters, "csv", ["tree", "raw"])).toBe(
    "/v1/messages/export?q=a%26b%3Dc&first=true&format=csv",
  );
  expect(exportPath(parameters, "ndjson", [])).toBe(
    "/v1/messages/export?q=a%26b%3Dc&first=true&format=ndjson",
  );
  expect(exportPath(parameters, "ndjson", ["tree", "raw"])).toBe(
    "/v1/messages/export?q=a%26b%3Dc&first=true&format=ndjson&include=tree%2Craw",
  );
});
