import { expect, test } from "vitest";
import { differences } from "./shape.ts";

const golden = {
  station: { id: 1, ident: "AB-1" },
  newMessages: [{ id: "a", level: -20.5, ack: null }],
  data: { keyId: "k" },
  clientId: "c",
};
const leeway = { optional: ["clientId"], open: ["data"] };

test.each([
  ["the same", golden],
  ["other values", { ...golden, station: { id: 2, ident: "" } }],
  [
    "null for a value, a value for null",
    { ...golden, station: null, newMessages: [{ ...message(), ack: "A" }] },
  ],
  ["more or no elements", { ...golden, newMessages: [message(), message()] }],
  ["what is open filled otherwise", { ...golden, data: { other: 1 } }],
])("%s is built alike", (_, received) => {
  expect(differences(received, golden, leeway)).toEqual([]);
});

test("an element of a list may have the shape of any element of the golden list", () => {
  const items = {
    items: [
      { label: "a", value: "b" },
      { label: "c", value: 1, unit: "ft" },
    ],
  };
  expect(differences({ items: items.items.toReversed() }, items)).toEqual([]);
  expect(differences({ items: [{ label: "d", value: 2 }] }, items)).toEqual([
    "items[0].value is number, not string",
  ]);
});

test("what is optional may be missing", () => {
  const { clientId: _, ...received } = golden;
  expect(differences(received, golden, leeway)).toEqual([]);
});

test.each([
  ["a key too many", { ...golden, more: 1 }, "more is too many"],
  [
    "a key too many inside",
    { ...golden, station: { id: 1, ident: "", at: 1 } },
    "station.at is too many",
  ],
  ["a key missing inside", { ...golden, station: { id: 1 } }, "station.ident is missing"],
  [
    "another type",
    { ...golden, station: { id: "1", ident: "" } },
    "station.id is string, not number",
  ],
  ["an object for a list", { ...golden, newMessages: {} }, "newMessages is object, not list"],
  [
    "a later element",
    { ...golden, newMessages: [message(), { id: "b", level: 1 }] },
    "newMessages[1].ack is missing",
  ],
])("%s is named by its path", (_, received, difference) => {
  expect(differences(received, golden, leeway)).toEqual([difference]);
});

test.each([[undefined], ["text"], [[]]])("%j is no payload", (received) => {
  expect(differences(received, golden)).toHaveLength(1);
});

function message(): object {
  return { id: "a", level: 1, ack: null };
}
