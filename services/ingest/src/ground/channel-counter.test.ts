import type { HfReception } from "@jetwire/db";
import { readObject } from "@jetwire/decoders";
import { dumphfdlPerformance, dumphfdlSquitter } from "@jetwire/decoders/samples";
import { expect, test } from "vitest";
import { createChannelCounter } from "./channel-counter.ts";

const nowMs = Date.parse("2026-01-01T12:05:00.000Z");

function frameOf(object: { hfdl: object }, over: object = {}) {
  const result = readObject({ hfdl: { ...object.hfdl, ...over } });
  if (result.status === "rejected") throw new Error(result.detail);
  return result.message;
}

async function written(counter: ReturnType<typeof createChannelCounter>): Promise<HfReception[]> {
  const all: HfReception[] = [];
  await counter.flush(async (receptions) => void all.push(...receptions));
  return all;
}

test("frames are counted by ground station, frequency, station and ten minutes", async () => {
  const counter = createChannelCounter();
  const squitter = frameOf(dumphfdlSquitter, { noise_level: -40.5 });
  counter.add(squitter, "A", { timeMs: nowMs, nowMs });
  counter.add(squitter, "A", { timeMs: nowMs - 32_000, nowMs });
  counter.add(squitter, "B", { timeMs: nowMs - 400_000, nowMs });
  counter.add(frameOf(dumphfdlPerformance), "A", { timeMs: nowMs, nowMs });
  const found = await written(counter);
  expect(found).toMatchObject([
    {
      period: "2026-01-01T12:00:00.000Z",
      groundStation: 1,
      khz: 6_559,
      ident: "A",
      squitters: 2,
      frames: 0,
      snrSum: 20,
      snrCount: 2,
      lastSquitterAt: "2026-01-01T12:05:00.000Z",
      lastAt: "2026-01-01T12:05:00.000Z",
    },
    { period: "2026-01-01T11:50:00.000Z", ident: "B" },
    { groundStation: 4, khz: 11_387, squitters: 0, frames: 1, lastSquitterAt: null },
  ]);
  expect(await written(counter)).toEqual([]);
});

test("what is no frame of a channel, or is old, is not counted", async () => {
  const counter = createChannelCounter();
  const squitter = frameOf(dumphfdlSquitter);
  counter.add(squitter, "A", { timeMs: nowMs - 3_600_001, nowMs });
  counter.add(frameOf(dumphfdlSquitter, { freq: 131_550_000 }), "A", { timeMs: nowMs, nowMs });
  counter.add(frameOf(dumphfdlSquitter, { spdu: {} }), "A", { timeMs: nowMs, nowMs });
  expect(await written(counter)).toEqual([]);
});

test("a station names a bounded number of channels, however often they are written", async () => {
  const counter = createChannelCounter({ perStationMax: 5 });
  const found: HfReception[] = [];
  for (let n = 0; n < 50; n++) {
    const frame = frameOf(dumphfdlSquitter, { freq: 3_000_000 + n * 1_000 });
    counter.add(frame, "forger", { timeMs: nowMs, nowMs });
    found.push(...(await written(counter)));
  }
  expect(found).toHaveLength(5);
  counter.add(frameOf(dumphfdlSquitter), "honest", { timeMs: nowMs, nowMs });
  expect(await written(counter)).toHaveLength(1);
});
