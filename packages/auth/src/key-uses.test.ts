import { createLogger } from "@jetwire/runtime";
import { beforeEach, expect, test } from "vitest";
import { createKeyUses, type KeyUse, type KeyUses } from "./key-uses.ts";

const stop = new AbortController();
let nowMs: number;
let written: (readonly KeyUse[])[];
let attempts: number;
let fails: boolean;
let uses: KeyUses;
let running: Promise<void>;

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21);
  written = [];
  attempts = 0;
  fails = false;
  uses = createKeyUses({
    async write(batch) {
      attempts++;
      if (fails) throw new Error("Postgres is away");
      written.push(batch);
    },
    now: () => nowMs,
    log: createLogger("test", "silent"),
    everyMs: 5,
  });
  running = uses.run(stop.signal);
});

function keyIds(): string[][] {
  return written.map((batch) => batch.map(({ keyId }) => keyId));
}

async function expectWritten(...batches: string[][]): Promise<void> {
  await expect.poll(keyIds, { interval: 2 }).toEqual(batches);
}

test("a key that is used a thousand times is written once a minute", async () => {
  for (let n = 0; n < 1_000; n++) uses.note("k1");
  uses.note("k2");
  await expectWritten(["k1", "k2"]);
  expect(written[0]?.[0]?.usedAt).toEqual(new Date(nowMs));
  for (let n = 0; n < 1_000; n++) uses.note("k1");
  nowMs += 60_001;
  uses.note("k3");
  await expectWritten(["k1", "k2"], ["k3"]);
  uses.note("k1");
  await expectWritten(["k1", "k2"], ["k3"], ["k1"]);
});

test("what could not be written is written once the key is used again", async () => {
  fails = true;
  uses.note("k1");
  await expect.poll(() => attempts, { interval: 2 }).toBe(1);
  fails = false;
  uses.note("k1");
  await expectWritten(["k1"]);
});

test("many are written in batches, and no more than so many are remembered", async () => {
  for (let n = 0; n < 60_000; n++) uses.note(`k${n}`);
  await expect.poll(() => written.length, { interval: 2 }).toBe(50);
  expect(new Set(written.map((batch) => batch.length))).toEqual(new Set([1_000]));
});

test("what is left is written at the end", async () => {
  uses.note("k1");
  stop.abort();
  await running;
  expect(keyIds()).toEqual([["k1"]]);
});
