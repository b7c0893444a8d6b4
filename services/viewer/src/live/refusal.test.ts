import { expect, test } from "vitest";
import { readRefusal } from "./refusal.ts";

test.each([
  ["filter.aircraftType: must be a type", { aircraft_type: "must be a type" }],
  ["filter.label.0: must be a label", { label: "must be a label" }],
  ["filter.stationId: 9 is not a known station", { station: "9 is not a known station" }],
])("the refusal %j is about a filter", (text, reasons) => {
  expect(readRefusal(text)).toEqual({ reasons, other: null });
});

test.each(["Rate limit exceeded", "filter.constructor: must not", "filter.x: y", null])(
  "the refusal %j is about no filter of the page",
  (text) => {
    expect(readRefusal(text)).toEqual({ reasons: {}, other: text });
  },
);
