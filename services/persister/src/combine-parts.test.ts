import type { PartToStore } from "@jetwire/db";
import { expect, test } from "vitest";
import { combineParts } from "./combine-parts.ts";

const part = (partition: number): PartToStore => ({ partition, messages: [] });

function refusal(): Error {
  return Object.assign(new Error("invalid value"), { code: "22P02" });
}

test("parts that come at the same time are stored together, later ones by themselves", async () => {
  const calls: number[][] = [];
  const store = combineParts(async (parts) => void calls.push(parts.map((one) => one.partition)));
  await Promise.all([store(part(0)), store(part(1)), store(part(3))]);
  await store(part(2));
  expect(calls).toEqual([[0, 1, 3], [2]]);
});

test("a part whose values are refused fails alone", async () => {
  const calls: number[][] = [];
  const store = combineParts(async (parts) => {
    calls.push(parts.map((one) => one.partition));
    if (parts.some((one) => one.partition === 1)) throw refusal();
  });
  const results = await Promise.allSettled([store(part(0)), store(part(1)), store(part(2))]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(calls).toEqual([[0, 1, 2], [0], [1], [2]]);
});

test("an outage fails all parts, and is not repeated for each of them", async () => {
  let calls = 0;
  const store = combineParts(async () => {
    calls++;
    throw new Error("connection refused");
  });
  const results = await Promise.allSettled([store(part(0)), store(part(1))]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(calls).toBe(1);
});
