/** What a datagram says, and which encoding it turned out to be in. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: "utf-8" | "latin-1";
}

// Keeps no state between calls; measured faster than Buffer's isUtf8 and toString together.
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Bytes to text: strict UTF-8, and Latin-1 where that fails, because JAERO sends what its window
 * shows, byte by byte. Latin-1 here is U+0000 to U+00FF one to one; what the WHATWG calls
 * `latin1` is windows-1252 and would change bytes 0x80 to 0x9F.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: strictUtf8.decode(bytes), encoding: "utf-8" };
  } catch {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { text: buffer.toString("latin1"), encoding: "latin-1" };
  }
}
