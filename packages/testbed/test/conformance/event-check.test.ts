import { expect, test } from "vitest";
import { createEventCheck, violationsOf } from "./event-check.ts";

const data = { station: { id: 1, ident: "AB-1" }, stationId: 1, newMessages: [] };

test.each([
  ["chat:unknown", [{}], "chat:unknown is no event of the contract"],
  ["error", [{ message: "x" }, () => {}], "error came with 2 arguments: breaks R-47"],
  ["error", [], "error came with 0 arguments: breaks R-47"],
  [
    "station:monitor:data",
    [{ ...data, batch: 1 }],
    "station:monitor:data: batch is too many: breaks R-36",
  ],
  [
    "station:monitor:data",
    [{ ...data, stationId: "1" }],
    "station:monitor:data: stationId is string, not number: breaks R-36",
  ],
])("a faulty %s breaks the row it belongs to", (event, args, fault) => {
  expect(violationsOf(event, args)).toEqual([fault]);
});

test("null is a violation where the schema doesn't allow it", () => {
  expect(violationsOf("station:monitor:data", [{ ...data, stationId: null }])).toEqual([
    expect.stringMatching(/^station:monitor:data: stationId: .* breaks R-36$/),
    // And by the AsyncAPI document.
    expect.stringMatching(/^station:monitor:data: \/stationId .* breaks R-36$/),
  ]);
});

test("each violation is returned once, and all received events are known", () => {
  const eventCheck = createEventCheck();
  eventCheck.check("station:monitor:data", [data]);
  expect(eventCheck.drainViolations()).toEqual([]);
  eventCheck.check("error", [{}]);
  expect(eventCheck.drainViolations()).toEqual(["error: message is missing: breaks R-47"]);
  expect(eventCheck.drainViolations()).toEqual([]);
  expect([...eventCheck.events]).toEqual(["station:monitor:data", "error"]);
});
