import { expect, test } from "vitest";
import { hashRefreshToken, makeRefreshToken } from "./refresh-token.ts";
import { importVerifyKeys, makeSigningKey, publishedKey } from "./signing-key.ts";
import { issueToken, verifyToken } from "./token.ts";
import { issueViewerToken, verifyViewerToken } from "./viewer-token.ts";

const now = Date.UTC(2026, 10, 21, 12);

test("the token of an anonymous viewer is not accepted for a user, nor the reverse", async () => {
  const key = await makeSigningKey();
  const keys = await importVerifyKeys([key]);
  const viewer = await issueViewerToken({ ttlSeconds: 900, key, now });
  const user = await issueToken({ userId: "u1", username: "alice", ttlSeconds: 900, key, now });
  expect(await verifyViewerToken(viewer, keys, now)).toEqual({
    valid: true,
    expiresAtMs: now + 900_000,
  });
  expect(await verifyToken(viewer, keys, now)).toEqual({ valid: false });
  expect(await verifyViewerToken(user, keys, now)).toEqual({ valid: false });
  const over = now + 906_000;
  expect(await verifyViewerToken(viewer, keys, over)).toEqual({ valid: false, expired: true });
});

test("a published key has no member of its private half", async () => {
  const key = await makeSigningKey();
  const published = publishedKey({ ...key, publicJwk: { ...key.publicJwk, ...key.privateJwk } });
  expect(published).toEqual({
    kty: "OKP",
    crv: "Ed25519",
    x: key.publicJwk["x"],
    kid: key.kid,
    use: "sig",
    alg: "EdDSA",
  });
});

test("refresh tokens are unique, and only well-formed ones are hashed", () => {
  const tokens = Array.from({ length: 100 }, makeRefreshToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(hashRefreshToken(token)).toHaveLength(32);
  const [token = ""] = tokens;
  for (const given of ["", token.slice(1), `${token}A`, `${token}\n`, [token], null, undefined]) {
    expect(hashRefreshToken(given)).toBe(null);
  }
});
