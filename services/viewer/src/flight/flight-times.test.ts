import type { FactEvidence } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { timesOfFlight } from "./flight-times.ts";

const at = (clock: string) => `2026-11-21T${clock}:00.000Z`;

/** A report of a time, received at a time. */
function reported(clock: string, received = clock): FactEvidence {
  return {
    value: at(clock),
    sure: 0.67,
    transmissions: 1,
    stations: 1,
    firstAt: at(received),
    lastAt: at(received),
    learntAt: at(received),
    messageIds: [],
    stationIds: [],
  };
}

function shown(evidence: Parameters<typeof timesOfFlight>[0]) {
  return timesOfFlight(evidence).map(({ name, evidence: { value } }) => [name, value]);
}

test("times of a flight are the surest that messages report, in their order", () => {
  expect(
    shown({
      eta: [reported("20:14", "18:05")],
      off: [reported("18:02", "18:05"), reported("18:04", "18:05")],
    }),
  ).toEqual([
    ["off", at("18:02")],
    ["eta", at("20:14")],
  ]);
});

test("no time is shown of a flight without one", () => {
  expect(shown({ departure: [{ ...reported("18:02"), value: "KSFO" }] })).toEqual([]);
});

test("a flight that has landed is not expected any more", () => {
  const evidence = { on: [reported("20:10", "20:11")], eta: [reported("20:14", "18:05")] };
  expect(shown(evidence)).toEqual([["on", at("20:10")]]);
});

const possible = {
  out: [reported("12:50", "13:03")],
  off: [reported("13:02", "13:03")],
  on: [reported("17:00", "17:01")],
};

test.each([
  ["a landing before the take-off", { on: reported("12:50", "15:10") }],
  ["a take-off still to come", { off: reported("15:30", "15:10") }],
  ["a departure from the gate after the take-off", { out: reported("14:30", "15:10") }],
])("%s is not shown and does not replace a possible time", (_, wrong) => {
  const evidence = Object.fromEntries(
    Object.entries(possible).map(([kind, values]) => [
      kind,
      kind in wrong ? [...Object.values(wrong), ...values] : values,
    ]),
  );
  expect(shown(evidence)).toEqual([
    ["out", at("12:50")],
    ["off", at("13:02")],
    ["on", at("17:00")],
  ]);
});

test.each([
  ["before the message", reported("04:50", "15:10")],
  ["before the take-off", reported("13:01", "13:00")],
])("an arrival expected %s is not shown", (_, eta) => {
  expect(shown({ off: possible.off, eta: [eta] })).toEqual([["off", at("13:02")]]);
});
