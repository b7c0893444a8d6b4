import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;
const hintSecretLength = 5;
const textLengthMax = 128;

/** A kind of key: a prefix, random base62 characters, and 6 of their CRC-32. */
export interface KeyFormat {
  make(): string;
  /**
   * Returns a well-formed key, else null. The checksum detects keys that were mistyped, cut or
   * guessed without a look-up.
   *
   * @param text a value from outside, of any type
   */
  parse(text: unknown): string | null;
  /** Returns the beginning of a key, by which its owner can identify it. */
  hint(key: string): string;
}

export function createKeyFormat(prefix: string, secretLength: number): KeyFormat {
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
  return {
    make() {
      const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(62)]).join("");
      return prefix + secret + checksum(secret);
    },
    parse(text) {
      if (typeof text !== "string" || text.length > textLengthMax || !shape.test(text)) return null;
      const secret = text.slice(prefix.length, prefix.length + secretLength);
      return text.endsWith(checksum(secret)) ? text : null;
    },
    hint: (key) => key.slice(0, prefix.length + hintSecretLength),
  };
}

/** Returns the SHA-256 that is stored in place of a key. It has no salt: keys are too long to guess. */
export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
