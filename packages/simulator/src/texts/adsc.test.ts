import { expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { allAirports } from "../world/airports.ts";
import { simulatedFleet } from "../world/fleet.ts";
import { createItinerary } from "../world/flight.ts";
import { adscReport } from "./adsc.ts";
import { arincChecksum } from "./checksum.ts";

const startMs = Date.UTC(2026, 0, 1);

test("the bytes of a basic report say what its tree says, and where the aircraft is", () => {
  const random = createRandom(4);
  for (const airframe of simulatedFleet({ seed: 4, count: 40 })) {
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
    const bits = bitsOf(report.text);
    expect(bits.slice(0, 8)).toBe("00000111");
    expect(signed(bits.slice(8, 29)) * (180 / 2 ** 20)).toBeCloseTo(position?.latitude ?? NaN, 5);
    expect(signed(bits.slice(29, 50)) * (180 / 2 ** 20)).toBeCloseTo(position?.longitude ?? NaN, 5);
    expect(signed(bits.slice(50, 66)) * 4).toBe(position?.altitude);
    expect(position?.latitude).toBeCloseTo(state.latitude, 3);
    expect(position?.longitude).toBeCloseTo(state.longitude, 3);
    expect(report.application?.json).toContain(`"alt":${position?.altitude}`);
  }
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
  const { text } = adscReport(state, createRandom(5));
  const checked = text.slice(text.indexOf(".") + 1);
  const address = checked.slice(0, 10);
  const bytes = Buffer.from(checked.slice(10), "hex");
  const sum = arincChecksum(Buffer.concat([Buffer.from(address), bytes.subarray(0, -2)]));
  expect(bytes.readUInt16BE(bytes.length - 2)).toBe(sum);
});

function bitsOf(text: string): string {
  const hex = text.slice(text.indexOf(".ADS") + 11);
  return Array.from(Buffer.from(hex, "hex"), (byte) => byte.toString(2).padStart(8, "0")).join("");
}

function signed(bits: string): number {
  return Number(BigInt.asIntN(bits.length, BigInt(`0b${bits}`)));
}
