import { createHash, randomBytes } from "node:crypto";

const shape = /^jwr_[0-9A-Za-z_-]{43}$/;

/** What renews a session, once: `jwr_` and 256 random bits. Shown once; its SHA-256 is kept. */
export function makeRefreshToken(): string {
  return `jwr_${randomBytes(32).toString("base64url")}`;
}

/** The SHA-256 of what may be a refresh token, null for anything else. */
export function hashRefreshToken(given: unknown): Buffer | null {
  if (typeof given !== "string" || !shape.test(given)) return null;
  return createHash("sha256").update(given).digest();
}
