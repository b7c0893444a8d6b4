/**
 * MIAM CORE, versions 1 and 2: two figures of padding, a header in base 85, a bar, and the body: text, octets in
 * base 85, or deflated ones. Layouts and names are those of libacars' trees (`miam-core.c`).
 */
import type { Fields } from "../../../formats/fields.ts";
import { bodyTree } from "./body.ts";
import { octetsOfBase85 } from "./base85.ts";
import { miamErrors } from "./errors.ts";

const corePattern = /^([0-3.-])([0-3])([^|]+)\|([^]*)$/;

/** @returns libacars' `miam_core`; null if the text is none */
export function coreTree(text: string): Fields | null {
  const [, bodyPadding = "", headerPadding = "", headerText = "", bodyText = ""] =
    corePattern.exec(text) ?? [];
  if (headerText === "") return null;
  const padded = octetsOfBase85(headerText);
  if (padded.length < Number(headerPadding)) return null;
  const header = padded.subarray(0, padded.length - Number(headerPadding));
  const version = (padded[0] ?? 0) & 0xf;
  const pdu_type = (padded[0] ?? 0) >> 4;
  if (version !== 1 && version !== 2) return { err: miamErrors.unknownVersion };
  const kind = kinds[pdu_type];
  if (kind === undefined) return { err: miamErrors.unknownType };
  const [name, read] = kind;
  const body = bodyOf(bodyPadding, bodyText);
  return { version, pdu_type, [name]: read(header, version, body) };
}

/** Returns the octets of the body. `.` is for none, `-` for text as it is, and a figure for padded base 85. */
function bodyOf(padding: string, text: string): Uint8Array {
  if (padding === ".") return new Uint8Array();
  if (padding === "-") return Buffer.from(text, "latin1");
  const octets = octetsOfBase85(text);
  return octets.subarray(0, Math.max(0, octets.length - Number(padding)));
}

type Reader = (header: Uint8Array, version: 1 | 2, body: Uint8Array) => Fields;

const kinds: readonly (readonly [name: string, read: Reader])[] = [
  ["data", readData],
  ["ack", readAck],
  ["aloha", (header) => readAloha(header, "comp_supported")],
  ["aloha_reply", (header) => readAloha(header, "comp_selected")],
];

/** Octets of the header of data before the name of the application, and of the checksum behind it. */
const dataLayouts = {
  1: { octetsMin: 20, numberAt: 11, nameAt: 14, checksumOctets: 4 },
  2: { octetsMin: 7, numberAt: 1, nameAt: 4, checksumOctets: 2 },
} as const;

function readData(header: Uint8Array, version: 1 | 2, body: Uint8Array): Fields {
  const layout = dataLayouts[version];
  if (header.length < layout.octetsMin) return { err: miamErrors.shortHeader };
  const at = (offset: number) => header[layout.numberAt + offset] ?? 0;
  const compression = ((at(1) << 2) | (at(2) >> 6)) & 0x7;
  const app_type = at(2) & 0xf;
  const nameChars = nameCharsOf(app_type, version);
  if (nameChars === null) return { err: miamErrors.unknownApplication };
  const checksumAt = layout.nameAt + nameChars;
  const checksum = header.subarray(checksumAt, checksumAt + layout.checksumOctets);
  if (checksum.length < layout.checksumOctets) return { err: miamErrors.shortHeader };
  const isShort = version === 1 && lengthOf(header) > header.length + body.length;
  const name = Buffer.from(header.subarray(layout.nameAt, checksumAt)).toString("latin1");
  return {
    ...(version === 1 && { pdu_len: lengthOf(header), aircraft_id: aircraftOf(header) }),
    msg_num: at(0) >> 1,
    ack_required: (at(0) & 1) === 1,
    compression,
    encoding: (at(2) >> 4) & 0x3,
    app_type,
    ...applicationOf(name, app_type, bodyTree(body, { compression, checksum, isShort })),
  };
}

/** Returns the length of the name of an application; null if it has none. */
function nameCharsOf(type: number, version: 1 | 2): number | null {
  if (type <= 3) return [2, 4, 6, 6][type] ?? null;
  const isExtended = version === 2 && (type & 0x8) !== 0 && type !== 0xd;
  return isExtended ? (type & 0x7) + 1 : null;
}

const acarsTypesMax = 2;

function applicationOf(name: string, type: number, message: Fields): Fields {
  if (type > acarsTypesMax)
    return { non_acars: { app_id: endedByZero(name.slice(0, 6)), message } };
  return {
    acars: {
      label: endedByZero(name.slice(0, 2)),
      ...(type >= 1 && { sublabel: endedByZero(name.slice(2, 4)) }),
      ...(type === 2 && { mfi: endedByZero(name.slice(4, 6)) }),
      message,
    },
  };
}

function readAck(header: Uint8Array, version: 1 | 2): Fields {
  if (header.length < (version === 1 ? 20 : 8)) return { err: miamErrors.shortHeader };
  if (version === 2) {
    const [, number = 0, result = 0] = header;
    return { msg_ack_num: number >> 1, ack_xfer_result: ((number << 3) | (result >> 5)) & 0xf };
  }
  return {
    pdu_len: lengthOf(header),
    aircraft_id: aircraftOf(header),
    msg_ack_num: (header[11] ?? 0) >> 1,
    ack_xfer_result: (header[12] ?? 0) >> 4,
  };
}

const compressions = ["deflate"];
const networks = ["ACARS", "IP Middleware", "TCP/IP", "Satcom Data 3", "UDP"];

function readAloha(header: Uint8Array, compressionsName: string): Fields {
  if (header.length < 13) return { err: miamErrors.shortHeader };
  return {
    pdu_len: lengthOf(header),
    aircraft_id: aircraftOf(header),
    [compressionsName]: setBits(header[11] ?? 0, compressions),
    networks_supported: setBits(header[12] ?? 0, networks),
  };
}

/** Returns the names of the bits that are set, and the values of those without a name. */
function setBits(octet: number, names: readonly string[]): (string | number)[] {
  const bits = [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (octet >> bit) & 1);
  return bits.map((bit) => names[bit] ?? 1 << bit);
}

function lengthOf(header: Uint8Array): number {
  const [, high = 0, middle = 0, low = 0] = header;
  return (high << 16) | (middle << 8) | low;
}

function aircraftOf(header: Uint8Array): string {
  return endedByZero(Buffer.from(header.subarray(4, 11)).toString("latin1"));
}

function endedByZero(text: string): string {
  return text.split("\0", 1)[0] ?? "";
}
