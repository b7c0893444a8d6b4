/** A value that passkeys encode. Maps keep their order. */
type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>;

/** Encodes a value as CBOR (RFC 8949), as far as passkeys need it. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === "number") {
    return value < 0 ? head(1, -1 - value) : head(0, value);
  }
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 256) return Buffer.from([type | 24, argument]);
  if (argument < 65_536) return Buffer.from([type | 25, argument >> 8, argument & 255]);
  throw new RangeError("longer values do not occur");
}
