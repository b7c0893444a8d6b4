import { expect, test } from "vitest";
import { issuersVariable } from "./external-issuer.ts";

const good = {
  issuer: "https://login.example",
  audience: "jetwire",
  jwksUrl: "https://login.example/.well-known/jwks.json",
};

test("issuers are read from a JSON list", () => {
  const local = { ...good, issuer: "dev", jwksUrl: "http://127.0.0.1:8123/keys", typ: "at+jwt" };
  expect(issuersVariable.parse(JSON.stringify([good, local]))).toEqual([good, local]);
  expect(issuersVariable.parse("[]")).toEqual([]);
});

test.each([
  ["no JSON", "{"],
  ["no list", JSON.stringify(good)],
  ["keys over plain HTTP", JSON.stringify([{ ...good, jwksUrl: "http://login.example/keys" }])],
  ["keys in a file", JSON.stringify([{ ...good, jwksUrl: "file:///etc/passwd" }])],
  [
    "a password in the address",
    JSON.stringify([{ ...good, jwksUrl: "https://a:b@login.example/" }]),
  ],
  ["no audience", JSON.stringify([{ ...good, audience: undefined }])],
  ["an option nobody knows", JSON.stringify([{ ...good, algorithms: ["HS256"] }])],
  ["an issuer twice", JSON.stringify([good, good])],
])("%s is refused", (_what, text) => {
  expect(issuersVariable.safeParse(text).success).toBe(false);
});
