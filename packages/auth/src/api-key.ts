import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "jw_";
const secretLength = 30;
const checksumLength = 6;
const textLengthMax = 128;
const shape = /^jw_[0-9A-Za-z]{36}$/;

/** A new key: `jw_`, 30 random base62 characters (178 bits), 6 of their CRC-32. Shown once. */
export function makeApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(62)]).join("");
  return prefix + secret + checksum(secret);
}

/**
 * Whether a text can be a key at all, told without a look-up: what was mistyped, cut or guessed
 * fails by its checksum. Takes anything that came from outside.
 */
export function parseApiKey(text: unknown): string | null {
  if (typeof text !== "string" || text.length > textLengthMax || !shape.test(text)) return null;
  const secret = text.slice(prefix.length, prefix.length + secretLength);
  return text.endsWith(checksum(secret)) ? text : null;
}

/** SHA-256: all that is kept of a key. Plain, because a key has too many bits to be guessed. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The beginning, by which its holder tells one key from another. */
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
