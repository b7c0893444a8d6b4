import { createHmac } from "node:crypto";
import {
  encodeToken,
  type IssuerKey,
  makeIssuerKey,
  otherIssuer,
  type TokenParts,
} from "./issued-token.ts";

/** A token that nobody may take, and why. */
export interface FaultyToken {
  readonly fault: string;
  readonly token: string;
}

/**
 * What a token of another issuer may be made to be (RFC 8725): each is right but for one thing. All
 * that take such tokens are held to the same.
 *
 * @param good the parts of one that is taken, signed by a key that its issuer has published
 * @param elsewhere where strangers say that their key is
 */
export function faultyTokens(good: TokenParts, nowMs: number, elsewhere: string): FaultyToken[] {
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
    "the subject of nobody who is linked": { sub: "nobody" },
  };
}

const headerFaults: Readonly<Record<string, object>> = {
  "no algorithm": { alg: "none" },
  "HMAC in the header": { alg: "HS256" },
  "an algorithm that isn't offered": { alg: "ES384" },
  "an algorithm that nobody knows": { alg: "RS257" },
  "a key nobody has published": { kid: "k9" },
  "a path as key name": { kid: "../../../dev/null" },
  "a critical extension nobody knows": { crit: ["exotic"], exotic: 1 },
};

function changed(
  faults: Readonly<Record<string, object>>,
  parts: (fault: object) => TokenParts,
): FaultyToken[] {
  return Object.entries(faults).map(([fault, part]) => ({
    fault,
    token: encodeToken(parts(part)),
  }));
}

/** Also with the key, or where it is, brought along. */
function ofStrangers(good: TokenParts, elsewhere: string): FaultyToken[] {
  const by = makeIssuerKey(good.by.kid, good.by.alg);
  const brought = { jwk: by.publicKey.export({ format: "jwk" }), jku: elsewhere, x5u: elsewhere };
  const headers = [{}, ...Object.entries(brought).map(([name, value]) => ({ [name]: value }))];
  return headers.map((header) => ({
    fault: `signed by a stranger with ${Object.keys(header).join() || "nothing"} brought along`,
    token: encodeToken({ ...good, by, header: { ...good.header, ...header } }),
  }));
}

function tamperedWith(good: TokenParts): FaultyToken[] {
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

/** A public key in the forms in which it may have been taken for a secret. */
function published({ publicKey }: IssuerKey): (string | Buffer)[] {
  return [
    publicKey.export({ type: "spki", format: "pem" }),
    publicKey.export({ type: "spki", format: "der" }),
    JSON.stringify(publicKey.export({ format: "jwk" })),
  ];
}
