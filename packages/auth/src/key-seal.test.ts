import { expect, test } from "vitest";
import { createKeySeal } from "./key-seal.ts";
import { makeSigningKey } from "./signing-key.ts";
import { sealStoredKeys } from "./find-signing-key.ts";

const secret = "the present secret of thirty-two characters";
const previous = "an earlier secret of thirty-two characters";
const key = await makeSigningKey();
const seal = createKeySeal(secret);

test("a sealed key has no private member in clear and is opened by the same secret", () => {
  const sealed = seal.seal(key);
  expect(JSON.stringify(sealed)).not.toContain(String(key.privateJwk["d"]));
  expect(sealed.publicJwk).toEqual(key.publicJwk);
  expect(seal.isSealed(sealed)).toBe(true);
  expect(createKeySeal(secret).open(sealed)).toEqual(key);
});

test("the same key is sealed differently each time, because nonces are random", () => {
  expect(seal.seal(key).privateJwk["iv"]).not.toBe(seal.seal(key).privateJwk["iv"]);
});

test("another secret does not open it, and the error says what to set", () => {
  const open = () => createKeySeal(previous).open(seal.seal(key));
  expect(open).toThrow("SIGNING_KEY_SECRET_PREVIOUS");
  expect(open).toThrow(key.kid);
});

test.each(["iv", "ciphertext", "tag"])("a changed %s is refused", (member) => {
  const { privateJwk, ...rest } = seal.seal(key);
  const text = String(privateJwk[member]);
  const changed = `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  expect(() => seal.open({ ...rest, privateJwk: { ...privateJwk, [member]: changed } })).toThrow(
    "was changed in the database",
  );
});

test("a private half that was moved to another key is refused", () => {
  expect(() => seal.open({ ...seal.seal(key), kid: "another" })).toThrow("was changed");
});

test("keys in clear and keys of the previous secret are sealed by the present one", async () => {
  const older = await makeSigningKey();
  let stored = [key, createKeySeal(previous).seal(older)];
  const turning = createKeySeal(secret, previous);
  const keys = {
    listAll: async () => stored,
    async replacePrivate(after: typeof key) {
      stored = stored.map((one) => (one.kid === after.kid ? after : one));
    },
  };
  expect(await sealStoredKeys(keys, turning)).toEqual([key.kid, older.kid]);
  expect(stored.map((one) => seal.open(one))).toEqual([key, older]);
  expect(await sealStoredKeys(keys, turning)).toEqual([]);
});
