/** Reads bits of a message, the most significant one first. A read past the end throws a `RangeError`. */
export interface BitReader {
  /** Returns an unsigned number of 0 to 32 bits. */
  unsigned(bits: number): number;
  /** Returns a number of 1 to 32 bits in two's complement. */
  signed(bits: number): number;
  /** Returns the next octet without reading it; null at the end. Only between octets. */
  nextOctet(): number | null;
  /** Returns how many octets were read, in whole or in part. */
  octetsRead(): number;
}

/** @param from the first octet to read */
export function createBitReader(bytes: Uint8Array, from = 0): BitReader {
  let at = from * 8;
  const end = bytes.length * 8;

  function unsigned(bits: number): number {
    if (at + bits > end) throw new RangeError("the message ends early");
    let value = 0;
    let left = bits;
    while (left > 0) {
      const offset = at % 8;
      const taken = Math.min(8 - offset, left);
      const octet = bytes[Math.floor(at / 8)] ?? 0;
      value = value * 2 ** taken + ((octet >> (8 - offset - taken)) & (2 ** taken - 1));
      at += taken;
      left -= taken;
    }
    return value;
  }

  return {
    unsigned,
    signed(bits) {
      const value = unsigned(bits);
      return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    },
    nextOctet: () => bytes[Math.ceil(at / 8)] ?? null,
    octetsRead: () => Math.ceil(at / 8) - from,
  };
}

const decimals = 6;

/** Returns a number as libacars prints it: with six decimals, the even one of two that are equally near. */
export function printed(value: number): number {
  const scaled = value * 10 ** decimals;
  const isTie = Math.abs(scaled % 1) === 0.5 && /^50*$/.test(value.toFixed(30).slice(-24));
  if (isTie) return (2 * Math.round(scaled / 2)) / 10 ** decimals;
  return Number(value.toFixed(decimals));
}

/** Returns the octets of hexadecimal digits, up to the first other character and without a half octet. */
export function octetsOfHex(text: string, from: number): Uint8Array {
  const digits = /[\da-f]*/iy;
  digits.lastIndex = from;
  const hex = digits.exec(text)?.[0] ?? "";
  return new Uint8Array(Buffer.from(hex.slice(0, hex.length - (hex.length % 2)), "hex"));
}
