import { createHash, randomBytes } from "node:crypto";

const shape = /^jwr_[0-9A-Za-z_-]{43}$/;

/** Makes a token that renews a session once: `jwr_` and 256 random bits. Its SHA-256 is stored. */
export function makeRefreshToken(): string {
  return `jwr_${randomBytes(32).toString("base64url")}`;
}

/** Returns the SHA-256 of a well-formed refresh token, null for anything else. */
export function hashRefreshToken(given: unknown): Buffer | null {
  if (typeof given !== "string" || !shape.test(given)) return null;
  return createHash("sha256").update(given).digest();
}
