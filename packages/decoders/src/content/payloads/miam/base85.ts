const groupChars = 5;
const firstDigit = 0x21;

/** Returns the octets of text in base 85: four for five characters from `!` on, or for `z`. A rest is left out. */
export function octetsOfBase85(text: string): Uint8Array {
  const octets: number[] = [];
  let at = 0;
  while (at + groupChars <= text.length || text[at] === "z") {
    let value = 0;
    if (text[at] === "z") at++;
    else {
      for (const end = at + groupChars; at < end; at++) {
        value = value * 85 + text.charCodeAt(at) - firstDigit;
      }
    }
    octets.push((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
  }
  return Uint8Array.from(octets);
}
