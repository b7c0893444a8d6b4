import { createHash } from "node:crypto";
import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { ExternalIssuer } from "./external-issuer.ts";
import { createIssuerKeys, IssuerUnavailableError } from "./issuer-keys.ts";
import { clockToleranceSeconds } from "./signed-claims.ts";
import { type TokenCheck, tokenTtlSeconds } from "./token.ts";

export interface ExternalTokenSteps {
  readonly issuers: readonly ExternalIssuer[];
  /** The account an operator has linked to somebody at an issuer. May throw: no answer. */
  findAccount(of: {
    issuer: string;
    subject: string;
  }): Promise<{ userId: string; username: string } | null>;
  /** Unix ms. */
  now(): number;
}

/** Asymmetric ones alone, whatever a token's header says. jose refuses RSA keys under 2,048 bits. */
const algorithms = ["EdDSA", "ES256", "RS256"];
const tokenLengthMax = 8_192;
const subjectLengthMax = 255;

/**
 * Checks tokens of other issuers (RFC 8725): chosen by `iss`, verified by that issuer's keys alone,
 * with `aud`, `exp` and `sub`, no life longer than a day, and of somebody whom an operator has
 * linked to an account.
 *
 * @returns null for a token that names none of them.
 * @throws (its result) IssuerUnavailableError, and what `findAccount` throws.
 */
export function createExternalTokens(
  steps: ExternalTokenSteps,
): (token: unknown) => Promise<TokenCheck | null> {
  const { issuers, now } = steps;
  const byName = new Map(
    issuers.map((issuer) => [
      issuer.issuer,
      { ...issuer, keyOf: createIssuerKeys(issuer.jwksUrl, now) },
    ]),
  );

  async function holderOf(
    token: string,
    issuer: string,
    { sub, jti, exp = 0 }: JWTPayload,
  ): Promise<TokenCheck> {
    if (typeof sub !== "string" || sub === "" || sub.length > subjectLengthMax) return refused;
    const lifeMs = exp * 1_000 - now();
    if (lifeMs > (tokenTtlSeconds.max + clockToleranceSeconds) * 1_000) return refused;
    const account = await steps.findAccount({ issuer, subject: sub });
    if (account === null) return refused;
    const tokenId = tokenIdOf(issuer, typeof jti === "string" ? `jti ${jti}` : signedPart(token));
    return { valid: true, ...account, tokenId, expiresAtMs: exp * 1_000 };
  }

  return async (token) => {
    if (typeof token !== "string" || token.length > tokenLengthMax) return null;
    const issuer = byName.get(issuerOf(token) ?? "");
    if (issuer === undefined) return null;
    const verified = await verify(token, issuer, now());
    if (verified === "expired") return { valid: false, expired: true };
    return verified === null ? refused : await holderOf(token, issuer.issuer, verified);
  };
}

const refused: TokenCheck = { valid: false };

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

/** Whose a token says it is: chooses the keys, proves nothing. */
function issuerOf(token: string): string | null {
  try {
    const { iss } = decodeJwt(token);
    return typeof iss === "string" ? iss : null;
  } catch {
    return null;
  }
}

/** Without the signature, of which there may be several for the same. */
function signedPart(token: string): string {
  return token.slice(0, token.lastIndexOf("."));
}

/** By which it can be revoked; no other issuer's tokens, and none of ours, have the same. */
function tokenIdOf(issuer: string, id: string): string {
  const digest = createHash("sha256").update(`${issuer}\n${id}`).digest("base64url");
  return `external:${digest}`;
}
