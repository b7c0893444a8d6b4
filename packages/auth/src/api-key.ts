import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "jw_";
const secretLength = 30;
const checksumLength = 6;
const textLengthMax = 128;
const shape = /^jw_[0-9A-Za-z]{36}$/;

/** Makes a key: `jw_`, 30 random base62 characters (178 bits), and 6 of their CRC-32. */
export function makeApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(62)]).join("");
  return prefix + secret + checksum(secret);
}

/**
 * Returns a well-formed key, else null. The checksum detects keys that were mistyped, cut or guessed
 * without a look-up.
 *
 * @param text a value from outside, of any type
 */
export function parseApiKey(text: unknown): string | null {
  if (typeof text !== "string" || text.length > textLengthMax || !shape.test(text)) return null;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return text.endsWith(checksum(secret)) ? text : null;
}

/** Returns the SHA-256 that is stored in place of a key. It has no salt: keys are too long to guess. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Returns the beginning of a key, by which its owner can identify it. */
export function apiKeyHint(key: string): string {
  return key.slice(0, prefix.length + 5);
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
