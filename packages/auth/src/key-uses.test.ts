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
  async function write(batch: readonly KeyUse[]): Promise<void> {
    attempts++;
    if (fails) throw new Error("Postgres is unavailable");
    written.push(batch);
  }
  const log = createLogger("test", "silent");
  uses = createKeyUses(write, log, { now: () => nowMs, everyMs: 5 });
  running = uses.run(stop.signal);
});

function keyIds(): string[][] {
  return written.map((batch) => batch.map(({ keyId }) => keyId));
}

async function expectWritten(...batches: string[][]): Promise<void> {
  await expect.poll(keyIds, { interval: 2 }).toEqual(batches);
}

test("a key that is used a thousand times is written once a minute", async () => {
  for (let n = 0; n < 1_000; n++) uses.record("k1");
  uses.record("k2");
  await expectWritten(["k1", "k2"]);
  expect(written[0]?.[0]?.usedAt).toEqual(new Date(nowMs));
  for (let n = 0; n < 1_000; n++) uses.record("k1");
  nowMs += 60_001;
  uses.record("k3");
  await expectWritten(["k1", "k2"], ["k3"]);
  uses.record("k1");
  await expectWritten(["k1", "k2"], ["k3"], ["k1"]);
});

test("a use that could not be written is written later, once", async () => {
  fails = true;
  uses.record("k1");
  await expect.poll(() => attempts, { interval: 2 }).toBeGreaterThan(0);
  fails = false;
  uses.record("k1");
  await expectWritten(["k1"]);
});

test("uses are written in batches, and a limited number is pending", async () => {
  for (let n = 0; n < 60_000; n++) uses.record(`k${n}`);
  await expect.poll(() => written.length, { interval: 2 }).toBe(50);
  expect(new Set(written.map((batch) => batch.length))).toEqual(new Set([1_000]));
});

test("pending uses are written at the end", async () => {
  uses.record("k1");
  stop.abort();
  await running;
  expect(keyIds()).toEqual([["k1"]]);
});
