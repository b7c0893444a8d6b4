import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const seconds = 600;
const algorithm = "HS256";
const issuerName = "jetwire";
const audience = "jetwire-pending-identity";

const PendingClaims = z.object({
  identityIssuer: z.string(),
  identitySubject: z.string(),
  provider: z.string(),
  browser: z.string(),
});

/** An identity that has no account here yet. */
export interface PendingIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The id of the provider. */
  readonly provider: string;
  /** The SHA-256 of the cookie of the browser that has signed in at the provider, base64url. */
  readonly browser: string;
}

/** Issues and reads tokens of identities that wait for a name or a confirmation, for ten minutes. */
export interface PendingIdentities {
  issue(identity: PendingIdentity): Promise<string>;
  /** Returns null for a token that is not valid. */
  read(token: string): Promise<PendingIdentity | null>;
}

/** @param secret from which the key of the tokens is derived */
export function createPendingIdentities(secret: string): PendingIdentities {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "jetwire pending identity", 32));
  return {
    async issue({ issuer, subject, provider, browser }) {
      const claims = { identityIssuer: issuer, identitySubject: subject, provider, browser };
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuerName)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key);
    },
    async read(token) {
      try {
        const options = { algorithms: [algorithm], issuer: issuerName, audience };
        const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ["exp"] });
        const { identityIssuer, identitySubject, ...rest } = PendingClaims.parse(payload);
        return { issuer: identityIssuer, subject: identitySubject, ...rest };
      } catch {
        return null;
      }
    },
  };
}
