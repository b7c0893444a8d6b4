/*
 * MIAM (ARINC 841): a message inside a message, with label MA. Sent in one piece, version 1,
 * not compressed: the header in base 85, a bar, and the text as it is.
 */
import { jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import type { AirframeState } from "../world/flight.ts";
import type { BitField } from "./bits.ts";
import { packBits } from "./bits.ts";
import { hhmm } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";

/** Bytes of the header: up to the application's four characters, and the checksum. */
const headerBytes = 22;
/** Header bytes that base 85 needs to be whole groups of four. */
const headerPadding = 2;
const polynomial = 0x04c11db7;

/** Composes a report of the airline's maintenance inside MIAM, from the unit `DF` with label H1. */
export function miamReport(state: AirframeState, random: SeededRandom): ComposedText {
  const { airframe, leg, atMs } = state;
  const faults = Array.from(
    { length: random.integer(1, 3) },
    () => `${random.integer(2_100, 7_900)}F${random.integer(100, 999)}`,
  );
  const body = `${leg.departure.icao},${leg.destination.icao},${hhmm(atMs)},FLT,${faults.join(",")}`;
  const number = random.integer(1, 127);
  const address = airframe.tail.padStart(7, ".");
  const length = headerBytes + body.length;
  const inner = jsonObject([
    ["label", quoted("H1")],
    ["sublabel", quoted("DF")],
    ["message", jsonObject([["text", quoted(body)]])],
  ]);
  const data = jsonObject([
    ["pdu_len", String(length)],
    ["aircraft_id", quoted(address)],
    ["msg_num", String(number)],
    ["ack_required", "true"],
    ["compression", "0"],
    ["encoding", "0"],
    ["app_type", "1"],
    ["acars", inner],
  ]);
  const header = packBits([
    // Data of version 1.
    [0, 4],
    [1, 4],
    [length, 24],
    ...eightBits(address),
    [number, 7],
    [1, 1],
    // No compression, plain text, an ACARS message with a sublabel.
    [0, 10],
    [0, 2],
    [1, 4],
    ...eightBits("H1DF"),
    ...halves(checksum(body)),
    [0, 8 * headerPadding],
  ]);
  return {
    label: "MA",
    origin: "M",
    text: `T-${headerPadding}${base85(header)}|${body}`,
    application: {
      name: "miam",
      describes: "miam",
      json: `{"single_transfer":{"miam_core":{"version":1,"pdu_type":0,"data":${data}}}}`,
      position: null,
    },
  };
}

function eightBits(text: string): BitField[] {
  return Array.from(text, (character) => [character.charCodeAt(0), 8] as const);
}

function halves(value: number): BitField[] {
  return [
    [value >>> 16, 16],
    [value & 0xffff, 16],
  ];
}

/** CRC-32, most significant bit first, with all ones at the start, complemented at the end. */
function checksum(text: string): number {
  let crc = 0xffff_ffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ polynomial : crc << 1;
  }
  return ~crc >>> 0;
}

/** Five characters from `!` on for every four bytes; `z` for four zeros. */
function base85(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let value = bytes.readUInt32BE(at);
    let group = "";
    for (let digit = 0; digit < 5; digit++) {
      group = String.fromCharCode(0x21 + (value % 85)) + group;
      value = Math.floor(value / 85);
    }
    text += group === "!!!!!" ? "z" : group;
  }
  return text;
}
