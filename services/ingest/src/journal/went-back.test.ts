import { expect, test } from "vitest";
import { whyWentBack } from "./went-back.ts";

const known = { generation: 7, timeline: 1, producer: "p:2", stored: { 0: 20, 3: 8 } };
const stored = new Map([
  [0, 20],
  [3, 9],
]);
const same = { generation: 7, timeline: 1, producer: "p:2", stored };

test.each([
  ["nothing is known yet", undefined, {}, null],
  ["nothing has changed", known, {}, null],
  ["another write of the ledger took effect", known, { generation: 8 }, null],
  ["the timeline cannot be read", known, { timeline: null }, null],
  ["another epoch has begun", known, { producer: "p:3", stored: new Map() }, null],
  ["the ledger is older", known, { generation: 6 }, "it has an older ledger"],
  ["a standby was promoted", known, { timeline: 2 }, "its timeline changed"],
  [
    "a watermark is lower",
    known,
    {
      stored: new Map([
        [0, 19],
        [3, 9],
      ]),
    },
    "it has lower watermarks",
  ],
  ["a watermark is missing", known, { stored: new Map([[0, 20]]) }, "it has lower watermarks"],
] as const)("Postgres, when %s", (_, before, change, expected) => {
  expect(whyWentBack(before, { ...same, ...change })).toBe(expected);
});
