import { expect, test } from "vitest";
import { readObject } from "../formats/index.ts";
import { dumphfdlLogoff, dumphfdlLogonConfirm } from "../samples/ground-objects.ts";
import { dumphfdlLogon, dumphfdlPerformance } from "../samples/long-range-objects.ts";
import { readHfdlLogon } from "./hfdl-logon.ts";

function logonOf(object: unknown) {
  const result = readObject(object);
  return result.status === "rejected" ? "rejected" : readHfdlLogon(object, result.message);
}

function confirmed(over: object): unknown {
  const { hfdl } = dumphfdlLogonConfirm;
  return { hfdl: { ...hfdl, lpdu: { ...hfdl.lpdu, ...over } } };
}

test("a confirm gives an aircraft a number, a request and a logoff take it", () => {
  expect(logonOf(dumphfdlLogonConfirm)).toEqual({
    kind: "confirm",
    icao: "ABCDE4",
    aircraftId: 166,
  });
  expect(logonOf(dumphfdlLogoff)).toEqual({ kind: "end", icao: "ABCDE4", aircraftId: null });
  expect(logonOf(dumphfdlLogon)).toEqual({ kind: "request", icao: "ABCDE2", aircraftId: null });
});

test("an object with another content is no logon", () => {
  expect(logonOf(dumphfdlPerformance)).toBe(null);
  expect(logonOf({ hfdl: { spdu: {} } })).toBe(null);
  expect(logonOf({ hfdl: { lpdu: { type: { id: 159 } } } })).toBe(null);
});

test.each([0, 255, 256, 1.5, -1, "7", null])(
  "%s is no number that is given to one aircraft",
  (id) => {
    expect(logonOf(confirmed({ assigned_ac_id: id }))).toBe(null);
  },
);

test("a confirm without a usable address says nothing", () => {
  expect(logonOf(confirmed({ ac_info: { icao: "FFFFFF" } }))).toBe(null);
  expect(logonOf(confirmed({ ac_info: undefined }))).toBe(null);
  expect(logonOf(confirmed({ err: true }))).toBe("rejected");
});
