import { createHmac } from "node:crypto";
import {
  encodeToken,
  type IssuerKey,
  makeIssuerKey,
  otherIssuer,
  type UnsignedToken,
} from "./issued-token.ts";

/** A token that must be refused, and its fault. */
export interface FaultyToken {
  readonly fault: string;
  readonly token: string;
}

/**
 * Returns forged and invalid tokens of an external issuer (RFC 8725), each valid but for one fault.
 * Every service that accepts such tokens is tested with the same ones.
 *
 * @param good the parts of a valid token, signed by a published key
 * @param elsewhere an address at which attackers publish their own key
 */
export function faultyTokens(good: UnsignedToken, nowMs: number, elsewhere: string): FaultyToken[] {
  return [
    ...changed(claimFaults(nowMs), (claims) => ({
      ...good,
      claims: { ...good.claims, ...claims },
    })),
    ...changed(headerFaults, (header) => ({ ...good, header: { ...good.header, ...header } })),
    ...ofStrangers(good, elsewhere),
    ...tamperedWith(good),
  ];
}

function claimFaults(nowMs: number): Record<string, object> {
  const seconds = Math.floor(nowMs / 1_000);
  return {
    "another audience": { aud: "other" },
    "no audience": { aud: undefined },
    "no end": { exp: undefined },
    "an end that is a text": { exp: String(seconds + 900) },
    "a life of a hundred years": { exp: seconds + 3_153_600_000 },
    "a validity that begins in the future": { nbf: seconds + 600 },
    "no subject": { sub: undefined },
    "an empty subject": { sub: "" },
    "a subject that is an object": { sub: { id: otherIssuer.subject } },
    "a subject that is a number": { sub: Number(otherIssuer.subject) },
    "a subject of a kilobyte": { sub: otherIssuer.subject.repeat(128) },
    "a subject that is not linked": { sub: "nobody" },
  };
}

const headerFaults: Readonly<Record<string, object>> = {
  "no algorithm": { alg: "none" },
  "HMAC in the header": { alg: "HS256" },
  "an algorithm that is not offered": { alg: "ES384" },
  "an unknown algorithm": { alg: "RS257" },
  "a key that is not published": { kid: "k9" },
  "a path as key name": { kid: "../../../dev/null" },
  "an unknown critical extension": { crit: ["exotic"], exotic: 1 },
};

function changed(
  faults: Readonly<Record<string, object>>,
  parts: (fault: object) => UnsignedToken,
): FaultyToken[] {
  return Object.entries(faults).map(([fault, part]) => ({
    fault,
    token: encodeToken(parts(part)),
  }));
}

/** Signed by another key, also with the key or its address in the header. */
function ofStrangers(good: UnsignedToken, elsewhere: string): FaultyToken[] {
  const by = makeIssuerKey(good.by.kid, good.by.alg);
  const brought = { jwk: by.publicKey.export({ format: "jwk" }), jku: elsewhere, x5u: elsewhere };
  const headers = [{}, ...Object.entries(brought).map(([name, value]) => ({ [name]: value }))];
  return headers.map((header) => ({
    fault: `signed by another key, with ${Object.keys(header).join() || "nothing"} in the header`,
    token: encodeToken({ ...good, by, header: { ...good.header, ...header } }),
  }));
}

function tamperedWith(good: UnsignedToken): FaultyToken[] {
  const [header, claims, signed] = encodeToken(good).split(".");
  const other = { ...good, claims: { ...good.claims, sub: "25" } };
  const [, otherClaims] = encodeToken(other).split(".");
  return [
    { fault: "changed after it was signed", token: `${header}.${otherClaims}.${signed}` },
    { fault: "without its signature", token: `${header}.${claims}.` },
    ...published(good.by).map((secret) => ({
      fault: "signed by HMAC with the published key as the secret",
      token: encodeToken({ ...good, header: { ...good.header, alg: "HS256" } }, (input) =>
        createHmac("sha256", secret).update(input).digest(),
      ),
    })),
  ];
}

/** Returns a public key in the forms in which it might be used as an HMAC secret. */
function published({ publicKey }: IssuerKey): (string | Buffer)[] {
  return [
    publicKey.export({ type: "spki", format: "pem" }),
    publicKey.export({ type: "spki", format: "der" }),
    JSON.stringify(publicKey.export({ format: "jwk" })),
  ];
}
