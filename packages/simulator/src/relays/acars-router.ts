/*
 * acars_router reads decoders' JSON into structures of its own and writes it anew: keys in its
 * order, the ones it doesn't know lost, and its marks in `app`.
 */
import type { DecoderOutput } from "../decoders/decoder-output.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import type { SeededRandom } from "../random.ts";

type Json = Record<string, unknown>;

/** All it keeps of acarsdec's and vdlm2dec's flat objects, in its order. */
const flatKeys = [
  "freq",
  "channel",
  "error",
  "level",
  "timestamp",
  "app",
  "station_id",
  "assstat",
  "icao",
  "toaddr",
  "is_response",
  "is_onground",
  "mode",
  "label",
  "block_id",
  "ack",
  "tail",
  "text",
  "msgno",
  "flight",
];

const vdl2Keys = [
  "app",
  "avlc",
  "burst_len_octets",
  "freq",
  "idx",
  "freq_skew",
  "hdr_bits_fixed",
  "noise_level",
  "octets_corrected_by_fec",
  "sig_level",
  "station",
  "t",
];

const hfdlKeys = [
  "app",
  "freq",
  "noise_level",
  "sig_level",
  "station",
  "t",
  "bit_rate",
  "freq_skew",
  "slot",
  "lpdu",
  "spdu",
];

/** Returns the line that acars_router makes of a decoder's line. */
export function throughAcarsRouter(output: DecoderOutput, random: SeededRandom): DecoderOutput {
  const object: unknown = JSON.parse(output.json);
  if (!isObject(object)) throw new TypeError("a decoder's line is an object");
  const json = JSON.stringify(rewritten(object, random));
  return {
    json,
    end: "\n",
    encoding: "utf8",
    expected: output.expected && expectedBehindRouter(object, output.expected),
  };
}

function rewritten(object: Json, random: SeededRandom): Json {
  if (isObject(object["vdl2"]))
    return { vdl2: proxied(reordered(object["vdl2"], vdl2Keys), random) };
  if (isObject(object["hfdl"]))
    return { hfdl: proxied(reordered(object["hfdl"], hfdlKeys), random) };
  return proxied(reordered(object, flatKeys), random);
}

function reordered(object: Json, keys: readonly string[]): Json {
  const out: Json = {};
  for (const key of keys) if (key in object) out[key] = object[key];
  return out;
}

function proxied(object: Json, random: SeededRandom): Json {
  const app = {
    ...(isObject(object["app"]) ? object["app"] : {}),
    proxied: true,
    proxied_by: "acars_router",
    acars_router_version: "1.3.1",
    acars_router_uuid: uuid(random),
  };
  return { ...object, app };
}

/** The airports of OOOI texts, libacars' trees and vdlm2dec's positions and `fromaddr` are lost. */
function expectedBehindRouter(object: Json, expected: ExpectedMessage): ExpectedMessage | null {
  if ("vdl2" in object || "hfdl" in object) return expected;
  if (expected.label === null) return null;
  return {
    ...expected,
    fromHex: "fromaddr" in object ? null : expected.fromHex,
    departingAirport: null,
    destinationAirport: null,
    latitude: null,
    longitude: null,
    altitude: null,
    application: null,
  };
}

/** Version 4, from the seed. */
function uuid(random: SeededRandom): string {
  const bytes = Buffer.alloc(16);
  for (let i = 0; i < 16; i += 4) bytes.writeUInt32BE(random.integer(0, 0xffff_ffff), i);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
