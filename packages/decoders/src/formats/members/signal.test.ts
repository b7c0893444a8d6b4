import { describe, expect, it, test } from "vitest";
import { acarsdecDownlink, dumpvdl2Acars } from "../../samples/vhf-objects.ts";
import { dumphfdlPerformance } from "../../samples/long-range-objects.ts";
import { decodedFrom } from "../../samples/parsed-objects.ts";

const ofHfdl = (over: object) =>
  decodedFrom({ hfdl: { ...dumphfdlPerformance.hfdl, slot: undefined, ...over } }).signal;

describe("signal and noise", () => {
  it("are read from dumphfdl, whose skew is in Hz", () => {
    const sent = {
      sig_level: -20.04,
      noise_level: -35.55,
      freq_skew: -2.645483,
      bit_rate: 600,
      slot: "D",
    };
    expect(ofHfdl(sent)).toEqual({
      noise: -35.5,
      snr: 15.5,
      frequencySkew: -2.6,
      bitRate: 600,
      slot: "D",
    });
  });

  it("are read from dumpvdl2, whose skew is in parts per million", () => {
    const { vdl2 } = dumpvdl2Acars;
    const sent = { noise_level: -45.03, freq_skew: 2.5, octets_corrected_by_fec: 3, freq: 136e6 };
    expect(decodedFrom({ vdl2: { ...vdl2, sig_level: -20.5, ...sent } }).signal).toEqual({
      noise: -45,
      snr: 24.5,
      frequencySkew: 340,
      octetsCorrected: 3,
    });
  });

  it("are read from acarsdec, of which late versions have the noise", () => {
    expect(decodedFrom({ ...acarsdecDownlink, level: -20.1, noise: -41.5 }).signal).toEqual({
      noise: -41.5,
      snr: 21.4,
    });
  });

  it("are absent if they are unknown", () => {
    expect(decodedFrom({ ...acarsdecDownlink, noise: undefined }).signal).toEqual({});
    expect(ofHfdl({ sig_level: undefined, noise_level: -40 })).toEqual({ noise: -40 });
  });
});

test.each([
  { noise_level: "-40" },
  { noise_level: -1e9 },
  { freq_skew: 1e9 },
  { bit_rate: 300.5 },
  { bit_rate: -300 },
  { bit_rate: 65_536 },
  { slot: "X" },
  { slot: 7 },
])("what cannot be true is left out: %j", (sent) => {
  expect(ofHfdl(sent)).toEqual({});
});
