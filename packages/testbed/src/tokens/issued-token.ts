import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** An external issuer, the audience of its tokens, and one of its subjects. */
export const otherIssuer = {
  issuer: "https://login.example",
  audience: "jetwire",
  subject: "24400320",
};

/** Returns the `AUTH_ISSUERS` of a process that accepts that issuer's tokens. */
export function authIssuers(jwksUrl: string): string {
  const { issuer, audience } = otherIssuer;
  return JSON.stringify([{ issuer, audience, jwksUrl }]);
}

/** A signing key of an issuer. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: "EdDSA" | "ES256" | "RS256";
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** @param bits size of an RSA key */
export function makeIssuerKey(kid: string, alg: IssuerKey["alg"], bits = 2_048): IssuerKey {
  const made = {
    EdDSA: () => generateKeyPairSync("ed25519"),
    ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    RS256: () => generateKeyPairSync("rsa", { modulusLength: bits }),
  }[alg]();
  return { kid, alg, ...made };
}

/** A token before it is signed, for tests that change its header or its claims. */
export interface UnsignedToken {
  readonly by: IssuerKey;
  readonly header: object;
  readonly claims: object;
}

/** Returns a valid token of that issuer, which expires in 15 minutes. */
export function unsignedToken(
  by: IssuerKey,
  nowMs: number,
  subject: string = otherIssuer.subject,
): UnsignedToken {
  const { issuer, audience } = otherIssuer;
  const seconds = Math.floor(nowMs / 1_000);
  return {
    by,
    header: { alg: by.alg, kid: by.kid },
    claims: { iss: issuer, aud: audience, sub: subject, iat: seconds, exp: seconds + 900 },
  };
}

/** @param signed creates the signature. Default: with the issuer's key. */
export function encodeToken(
  { by, header, claims }: UnsignedToken,
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
