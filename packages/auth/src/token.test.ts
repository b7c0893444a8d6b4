import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  importVerifyKeys,
  makeSigningKey,
  type SigningKey,
  type VerifyKey,
} from "./signing-key.ts";
import { issueToken, verifyToken } from "./token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const nowSeconds = now / 1_000;

let key: SigningKey;
let keys: VerifyKey[];

beforeAll(async () => {
  key = await makeSigningKey();
  keys = await importVerifyKeys([await makeSigningKey(), key]);
});

async function issue(ttlSeconds = 900): Promise<string> {
  return await issueToken({ userId: "u1", username: "alice", ttlSeconds, key, now });
}

describe("R-22: a token that we issued", () => {
  test("names its user until it expires, with five seconds of tolerance", async () => {
    const token = await issue();
    const check = await verifyToken(token, keys, now);
    expect(check).toMatchObject({ valid: true, userId: "u1", username: "alice" });
    expect(check).toMatchObject({ expiresAtMs: now + 900_000 });
    expect(await verifyToken(token, keys, now + 904_000)).toMatchObject({ valid: true });
    const over = await verifyToken(token, keys, now + 906_000);
    expect(over).toEqual({ valid: false, expired: true });
    expect(await verifyToken(token, keys, now - 4_000)).toMatchObject({ valid: true });
    expect(await verifyToken(token, keys, now - 60_000)).toEqual({ valid: false });
  });

  test("lasts a day at most", async () => {
    const check = await verifyToken(await issue(10_000_000), keys, now);
    expect(check).toMatchObject({ valid: true, expiresAtMs: now + 86_400_000 });
  });

  test("is not one of ours once its key was removed", async () => {
    expect(await verifyToken(await issue(), keys.slice(0, 1), now)).toEqual({ valid: false });
    expect(await verifyToken(await issue(), [], now)).toEqual({ valid: false });
  });
});

/** The parts of a valid token; each invalid one differs in one of them. */
interface Parts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signer: (input: Buffer) => Buffer;
}

function parts(): Parts {
  const own = createPrivateKey({ key: key.privateJwk, format: "jwk" });
  return {
    header: { alg: "EdDSA", typ: "jetwire-session+jwt", kid: key.kid },
    claims: {
      iss: "jetwire",
      aud: "jetwire",
      sub: "u1",
      username: "alice",
      jti: "t1",
      iat: nowSeconds,
      exp: nowSeconds + 900,
    },
    signer: (input) => sign(null, input, own),
  };
}

function encode({ header, claims, signer }: Parts): string {
  const input = [header, claims].map((part) => base64url(JSON.stringify(part))).join(".");
  return `${input}.${signer(Buffer.from(input)).toString("base64url")}`;
}

function base64url(text: string | Buffer): string {
  return Buffer.from(text).toString("base64url");
}

test("the valid parts are accepted, so each of the following is refused for its one fault", async () => {
  expect(await verifyToken(encode(parts()), keys, now)).toMatchObject({ valid: true });
});

const headerFaults: [string, Record<string, unknown>][] = [
  ["no algorithm", { alg: "none" }],
  ["no algorithm, otherwise spelled", { alg: "nOnE" }],
  ["another algorithm in the header", { alg: "ES256" }],
  ["HMAC in the header", { alg: "HS256" }],
  ["the type of an ordinary JWT", { typ: "JWT" }],
  ["the type of an access token", { typ: "at+jwt" }],
  ["no type", { typ: undefined }],
  ["no key name", { kid: undefined }],
  ["a path as key name", { kid: "../../../../dev/null" }],
  ["SQL as key name", { kid: "' or 1=1 --" }],
  ["a list as key name", { kid: ["x"] }],
  ["a critical extension nobody knows", { crit: ["exotic"], exotic: 1 }],
];

const claimFaults: [string, Record<string, unknown>][] = [
  ["another issuer", { iss: "https://evil.example" }],
  ["no issuer", { iss: undefined }],
  ["another audience", { aud: "jetwire-realtime" }],
  ["no audience", { aud: undefined }],
  ["several audiences", { aud: ["jetwire", "other"] }],
  ["no end", { exp: undefined }],
  ["an end that is a text", { exp: String(nowSeconds + 900) }],
  ["a past end", { iat: nowSeconds - 1_000, exp: nowSeconds - 100 }],
  ["a life of a hundred years", { exp: nowSeconds + 3_153_600_000 }],
  ["a life of two days", { exp: nowSeconds + 172_800 }],
  ["an end before its beginning", { iat: nowSeconds, exp: nowSeconds - 1 }],
  ["no beginning", { iat: undefined }],
  ["a beginning in the future", { iat: nowSeconds + 600, exp: nowSeconds + 1_200 }],
  ["a beginning two days ago", { iat: nowSeconds - 172_800 }],
  ["a validity that begins in the future", { nbf: nowSeconds + 600 }],
  ["no subject", { sub: undefined }],
  ["an empty subject", { sub: "" }],
  ["a subject that is an object", { sub: { id: "u1" } }],
  ["a subject of a kilobyte", { sub: "u".repeat(1_024) }],
  ["no token id", { jti: undefined }],
  ["no username", { username: undefined }],
  ["a username that is a number", { username: 7 }],
];

describe("R-24: a token with one fault is refused", () => {
  test.each(headerFaults)("%s", async (_, fault) => {
    const good = parts();
    const token = encode({ ...good, header: { ...good.header, ...fault } });
    expect(await verifyToken(token, keys, now)).toEqual({ valid: false });
  });

  test.each(claimFaults)("%s", async (_, fault) => {
    const good = parts();
    const token = encode({ ...good, claims: { ...good.claims, ...fault } });
    expect(await verifyToken(token, keys, now)).toMatchObject({ valid: false });
  });

  test("signed by a foreign key with our key id, also with the key in its header", async () => {
    const stranger = generateKeyPairSync("ed25519");
    const good = parts();
    const signer = (input: Buffer) => sign(null, input, stranger.privateKey);
    const jwk = stranger.publicKey.export({ format: "jwk" });
    for (const brought of [
      {},
      { jwk },
      { jku: "https://evil.example/jwks" },
      { x5u: "https://e" },
    ]) {
      const token = encode({ ...good, header: { ...good.header, ...brought }, signer });
      expect(await verifyToken(token, keys, now)).toEqual({ valid: false });
    }
  });

  test("signed by HMAC with our public key as the secret", async () => {
    const good = parts();
    const own: KeyObject = createPrivateKey({ key: key.privateJwk, format: "jwk" });
    const secrets = [
      JSON.stringify(key.publicJwk),
      own.export({ type: "pkcs8", format: "pem" }),
      Buffer.from(String(key.publicJwk["x"]), "base64url"),
    ];
    for (const secret of secrets) {
      const signer = (input: Buffer) => createHmac("sha256", secret).update(input).digest();
      const token = encode({ ...good, header: { ...good.header, alg: "HS256" }, signer });
      expect(await verifyToken(token, keys, now)).toEqual({ valid: false });
    }
  });

  test("changed after it was signed", async () => {
    const [header, , signature] = (await issue()).split(".");
    const claims = base64url(JSON.stringify({ ...parts().claims, sub: "u2" }));
    expect(await verifyToken(`${header}.${claims}.${signature}`, keys, now)).toEqual({
      valid: false,
    });
  });

  test("without its signature", async () => {
    const [header, claims] = (await issue()).split(".");
    for (const token of [`${header}.${claims}.`, `${header}.${claims}`]) {
      expect(await verifyToken(token, keys, now)).toEqual({ valid: false });
    }
  });

  test("that is malformed", async () => {
    const good = parts();
    const long = encode({ ...good, claims: { ...good.claims, more: "x".repeat(4_096) } });
    const garbage = [undefined, null, 7, {}, [], "", ".", "..", "a.b.c", "\u0000", "é.é.é", long];
    const invalidUtf8 = `${base64url(Buffer.from([0xff, 0xfe]))}.${base64url("{}")}.AA`;
    for (const token of [...garbage, invalidUtf8, "x".repeat(1_048_576), `${base64url("[]")}..`]) {
      expect(await verifyToken(token, keys, now)).toEqual({ valid: false });
    }
  });
});
