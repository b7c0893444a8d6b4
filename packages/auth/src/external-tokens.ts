import { sessionTokenSeconds } from "@jetwire/protocol";
import { createHash } from "node:crypto";
import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { ExternalIssuer } from "./external-issuer.ts";
import { createIssuerKeys, IssuerUnavailableError } from "./issuer-keys.ts";
import { clockToleranceSeconds } from "./signed-claims.ts";
import type { TokenCheck } from "./token.ts";

/** Only asymmetric algorithms, whatever a token's header says. jose refuses RSA keys under 2,048 bits. */
const algorithms = ["EdDSA", "ES256", "RS256"];
const tokenLengthMax = 8_192;
const subjectLengthMax = 255;

/**
 * Finds the account that an operator has linked to a subject of an issuer; null without a link.
 *
 * @throws if it cannot be read
 */
export type FindLinkedAccount = (identity: {
  issuer: string;
  subject: string;
}) => Promise<{ userId: string; username: string } | null>;

/**
 * Creates a checker of tokens of external issuers (RFC 8725). A token is verified with the keys of
 * the issuer in its `iss` only. It needs `aud`, `exp` and `sub`, must not be valid for longer than a
 * day, and its subject must be linked to an account.
 *
 * @param now Unix ms
 * @returns a function that returns null for a token of none of the issuers, and throws
 *   IssuerUnavailableError and what `findAccount` throws
 */
export function createExternalTokens(
  issuers: readonly ExternalIssuer[],
  findAccount: FindLinkedAccount,
  now: () => number = Date.now,
): (token: unknown) => Promise<TokenCheck | null> {
  const byName = new Map(
    issuers.map((issuer) => [
      issuer.issuer,
      { ...issuer, keyOf: createIssuerKeys(issuer.jwksUrl, now) },
    ]),
  );

  async function checkSubject(
    token: string,
    issuer: string,
    { sub, jti, exp = 0 }: JWTPayload,
  ): Promise<TokenCheck> {
    if (typeof sub !== "string" || sub === "" || sub.length > subjectLengthMax) return invalid;
    const validMs = exp * 1_000 - now();
    if (validMs > (sessionTokenSeconds.max + clockToleranceSeconds) * 1_000) return invalid;
    const account = await findAccount({ issuer, subject: sub });
    if (account === null) return invalid;
    const tokenId = tokenIdOf(issuer, typeof jti === "string" ? `jti ${jti}` : signedPart(token));
    return { valid: true, ...account, tokenId, expiresAtMs: exp * 1_000 };
  }

  return async (token) => {
    if (typeof token !== "string" || token.length > tokenLengthMax) return null;
    const issuer = byName.get(issuerOf(token) ?? "");
    if (issuer === undefined) return null;
    const payload = await verify(token, issuer, now());
    if (payload === "expired") return { valid: false, expired: true };
    return payload === null ? invalid : await checkSubject(token, issuer.issuer, payload);
  };
}

const invalid: TokenCheck = { valid: false };

async function verify(
  token: string,
  { issuer, audience, typ, keyOf }: ExternalIssuer & { keyOf: JWTVerifyGetKey },
  now: number,
): Promise<JWTPayload | "expired" | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms,
      issuer,
      audience,
      ...(typ === undefined ? {} : { typ }),
      requiredClaims: ["exp", "sub"],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof IssuerUnavailableError) throw error;
    return error instanceof errors.JWTExpired ? "expired" : null;
  }
}

/** Returns the unverified issuer of a token, which selects the keys to verify it with. */
function issuerOf(token: string): string | null {
  try {
    const { iss } = decodeJwt(token);
    return typeof iss === "string" ? iss : null;
  } catch {
    return null;
  }
}

/** Returns a token without its signature, because one payload may have several valid signatures. */
function signedPart(token: string): string {
  return token.slice(0, token.lastIndexOf("."));
}

/** Returns the id by which a token can be revoked; it differs from all ids of other issuers and ours. */
function tokenIdOf(issuer: string, id: string): string {
  const digest = createHash("sha256").update(`${issuer}\n${id}`).digest("base64url");
  return `external:${digest}`;
}
