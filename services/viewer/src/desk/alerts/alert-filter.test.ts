import { expect, test } from "vitest";
import { alertFilterOf, filterOfTexts, textsOfFilter } from "./alert-filter.ts";

test("the filters of an address begin a rule, and what alerts do not know is left out", () => {
  const query = { tail: "N156VN", aircraft_type: "B763", since: "-6h", m: "x", label: "" };
  expect(alertFilterOf(query)).toEqual({ tail: "N156VN", aircraftType: "B763" });
});

test("texts of the form become a filter, and a filter becomes the same texts", () => {
  const texts = { flight: "UAL123", label: "H1,5Z", bbox: "-10,40,10,60", q: "climb to" };
  const filter = filterOfTexts({ ...texts, tail: " " });
  expect(filter).toEqual({
    flight: "UAL123",
    label: ["H1", "5Z"],
    bbox: [-10, 40, 10, 60],
    q: "climb to",
  });
  expect(textsOfFilter(filter)).toEqual(texts);
});
