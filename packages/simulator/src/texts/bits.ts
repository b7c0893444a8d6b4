/** A value and the number of bits that it takes, at most 31. */
export type BitField = readonly [value: number, bits: number];

/** Packs the most significant bit first, negative values as two's complement, and fills up the last byte with zeros. */
export function packBits(fields: readonly BitField[]): Buffer {
  let length = 0;
  for (const [, bits] of fields) length += bits;
  const packed = Buffer.alloc(Math.ceil(length / 8));
  let at = 0;
  for (const [value, bits] of fields) {
    for (let bit = bits - 1; bit >= 0; bit--) {
      const byte = at >> 3;
      if ((value >> bit) & 1) packed[byte] = (packed[byte] ?? 0) | (0x80 >> (at & 7));
      at += 1;
    }
  }
  return packed;
}

/** Returns the characters of seven bits, without their number. */
export function sevenBits(text: string): BitField[] {
  return Array.from(text, (character) => [character.charCodeAt(0), 7] as const);
}
