import { expect, test } from "vitest";
import { createSeededRandom } from "../../random.ts";
import { allAirports } from "../../world/airports.ts";
import { simulatedFleet } from "../../world/fleet.ts";
import { createItinerary } from "../../world/flight.ts";
import { packBits } from "../bits.ts";
import {
  airReference,
  earthReference,
  flightIdentification,
  meteorology,
  predictedRoute,
} from "./groups.ts";
import type { AdscGroup } from "./groups.ts";
import { adscReport } from "./reports.ts";
import { arincChecksum } from "../checksum.ts";

const startMs = Date.UTC(2026, 0, 1);

const positionTags: Record<number, string> = {
  7: "basic_report",
  10: "lat_dev_change_event",
  18: "vspd_chg_event",
  19: "alt_range_event",
  20: "wpt_change_event",
};

test("the bytes of a report say what its tree says, and where the aircraft is", () => {
  const random = createSeededRandom(4);
  const kinds = new Set<string>();
  for (const airframe of simulatedFleet({ seed: 4, count: 60 })) {
    const itinerary = createItinerary({
      seed: 4,
      airframe,
      homes: allAirports,
      airports: allAirports,
      startMs,
    });
    const state = itinerary.stateAt(startMs + 1_800_000);
    const report = adscReport(state, random);
    const position = report.application?.position;
    const tags = tagsOf(report.application?.json ?? "");
    const all = bitsOf(report.text);
    // An acknowledgement of the contract may stand before the report.
    const bits = all.startsWith("00000011") ? all.slice(16) : all;
    const tag = positionTags[Number.parseInt(bits.slice(0, 8), 2)] ?? "";
    expect(tags).toContain(tag);
    kinds.add(tags.join(" "));
    expect(signed(bits.slice(8, 29)) * (180 / 2 ** 20)).toBeCloseTo(position?.latitude ?? NaN, 5);
    expect(signed(bits.slice(29, 50)) * (180 / 2 ** 20)).toBeCloseTo(position?.longitude ?? NaN, 5);
    expect(signed(bits.slice(50, 66)) * 4).toBe(position?.altitude);
    expect(position?.latitude).toBeCloseTo(state.latitude, 3);
    expect(position?.longitude).toBeCloseTo(state.longitude, 3);
    expect(report.application?.json).toContain(`"alt":${position?.altitude}`);
    expect(report.application?.describes).toBe("adsc");
  }
  expect(kinds.size).toBeGreaterThan(4);
});

test("its checksum covers the registration and the bytes", () => {
  const [airframe] = simulatedFleet({ seed: 5, count: 1 });
  if (airframe === undefined) throw new Error("no fleet");
  const state = createItinerary({
    seed: 5,
    airframe,
    homes: allAirports,
    airports: allAirports,
    startMs,
  }).stateAt(startMs);
  const { text } = adscReport(state, createSeededRandom(5));
  const checked = text.slice(text.indexOf(".") + 1);
  const address = checked.slice(0, 10);
  const bytes = Buffer.from(checked.slice(10), "hex");
  const sum = arincChecksum(Buffer.concat([Buffer.from(address), bytes.subarray(0, -2)]));
  expect(bytes.readUInt16BE(bytes.length - 2)).toBe(sum);
});

test("each group has the bits that libacars reads as its tree", () => {
  const next = { latitude: 51.25, longitude: -0.75, altitude: 37_000 };
  const then = { latitude: 52, longitude: 1, altitude: 37_000 };
  expect(hexOf(flightIdentification("JW12"))).toBe("0c297c72820820");
  expect(hexOf(predictedRoute(next, 600, then))).toBe("0d2471cffbbbc908825824fa5005b0490880");
  expect(hexOf(earthReference(181, 452, -640))).toBe("0e4058e23f60");
  expect(hexOf(airReference(175, 784, -640))).toBe("0f3e39883f60");
  expect(hexOf(meteorology(85, 270, -54))).toBe("1055301e50");
});

function hexOf(group: AdscGroup): string {
  return packBits(group.bits).toString("hex");
}

function tagsOf(json: string): string[] {
  const { adsc } = JSON.parse(json) as { adsc: { tags: object[] } };
  return adsc.tags.flatMap((tag) => Object.keys(tag));
}

function bitsOf(text: string): string {
  const hex = text.slice(text.indexOf(".ADS") + 11);
  return Array.from(Buffer.from(hex, "hex"), (byte) => byte.toString(2).padStart(8, "0")).join("");
}

function signed(bits: string): number {
  return Number(BigInt.asIntN(bits.length, BigInt(`0b${bits}`)));
}
