import { createHash, randomBytes } from "node:crypto";

const shape = /^[0-9A-Za-z_-]{43}$/;

/** Makes the token of a link to sign in: 256 random bits. Its SHA-256 is stored. */
export function makeLinkToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: sha256(token) };
}

/** Returns the SHA-256 of a well-formed token, null for anything else. */
export function hashLinkToken(given: unknown): Buffer | null {
  return typeof given === "string" && shape.test(given) ? sha256(given) : null;
}

function sha256(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
