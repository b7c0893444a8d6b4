import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** Another issuer than ourselves, for whom its tokens are, and one of those it names. */
export const otherIssuer = {
  issuer: "https://login.example",
  audience: "jetwire",
  subject: "24400320",
};

/** `AUTH_ISSUERS` for a process that takes that issuer's tokens. */
export function authIssuers(jwksUrl: string): string {
  const { issuer, audience } = otherIssuer;
  return JSON.stringify([{ issuer, audience, jwksUrl }]);
}

/** A key that an issuer signs with. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: "EdDSA" | "ES256" | "RS256";
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** @param bits of an RSA key */
export function makeIssuerKey(kid: string, alg: IssuerKey["alg"], bits = 2_048): IssuerKey {
  const made = {
    EdDSA: () => generateKeyPairSync("ed25519"),
    ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    RS256: () => generateKeyPairSync("rsa", { modulusLength: bits }),
  }[alg]();
  return { kid, alg, ...made };
}

/** What a token is made of, for tests that change one part of it. */
export interface TokenParts {
  readonly by: IssuerKey;
  readonly header: object;
  readonly claims: object;
}

/** The parts of a token of that issuer that is as it should be, for 15 minutes. */
export function tokenParts(
  by: IssuerKey,
  nowMs: number,
  subject: string = otherIssuer.subject,
): TokenParts {
  const { issuer, audience } = otherIssuer;
  const seconds = Math.floor(nowMs / 1_000);
  return {
    by,
    header: { alg: by.alg, kid: by.kid },
    claims: { iss: issuer, aud: audience, sub: subject, iat: seconds, exp: seconds + 900 },
  };
}

/** @param signed makes the signature, where not the key's own */
export function encodeToken(
  { by, header, claims }: TokenParts,
  signed: (input: string, by: IssuerKey) => Buffer = signature,
): string {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${signed(input, by).toString("base64url")}`;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function signature(input: string, { alg, privateKey }: IssuerKey): Buffer {
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  return sign(alg === "EdDSA" ? null : "sha256", Buffer.from(input), key);
}
