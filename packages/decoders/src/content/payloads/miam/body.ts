import { constants, inflateRawSync } from "node:zlib";
import type { Fields } from "../../../formats/fields.ts";
import { crc16, crc32 } from "../checksums.ts";
import { miamErrors } from "./errors.ts";

/** A longer body is not inflated: 16 KiB of text cannot hold what is worth more. */
const inflatedMax = 65_536;

interface BodyHeader {
  /** 0 for none, 1 for deflate. */
  readonly compression: number;
  /** Four octets in version 1, two in version 2. */
  readonly checksum: Uint8Array;
  /** Whether the message should be longer than it is. */
  readonly isShort: boolean;
}

/** Returns libacars' `message`: its text, or its octets if they are none, and what is wrong with it. */
export function bodyTree(body: Uint8Array, { compression, checksum, isShort }: BodyHeader): Fields {
  let error: number = isShort ? miamErrors.shortBody : 0;
  if (body.length === 0) return error === 0 ? {} : { err: error };
  const { data, error: inflateError } = uncompressed(body, compression);
  error |= inflateError;
  if (!isChecked(data ?? new Uint8Array(), checksum)) error |= miamErrors.wrongChecksum;
  return { ...(data && contentOf(data)), ...(error !== 0 && { err: error }) };
}

function uncompressed(
  body: Uint8Array,
  compression: number,
): { readonly data: Uint8Array | null; readonly error: number } {
  if (compression === 0) return { data: body, error: 0 };
  if (compression !== 1) return { data: null, error: miamErrors.unknownCompression };
  const whole = inflated(body, constants.Z_FINISH);
  if (whole !== null) return { data: whole, error: 0 };
  // Of a message without its end, the beginning is read.
  return { data: inflated(body, constants.Z_SYNC_FLUSH), error: miamErrors.notInflated };
}

function inflated(body: Uint8Array, finishFlush: number): Uint8Array | null {
  try {
    return inflateRawSync(body, { finishFlush, maxOutputLength: inflatedMax });
  } catch {
    // It is damaged, or too long.
    return null;
  }
}

function isChecked(data: Uint8Array, checksum: Uint8Array): boolean {
  const expected = checksum.reduce((value, octet) => value * 256 + octet, 0);
  return expected === (checksum.length === 2 ? crc16(data) : crc32(data));
}

function contentOf(data: Uint8Array): Fields {
  const isText = data.length > 0 && data.every(isPrintable);
  if (isText) return { text: Buffer.from(data).toString("latin1") };
  return { octet_string: Array.from(data) };
}

function isPrintable(octet: number): boolean {
  return (octet >= 7 && octet <= 13) || (octet >= 32 && octet <= 126);
}
