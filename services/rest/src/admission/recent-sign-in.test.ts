import { expect, test } from "vitest";
import type { KeyPrincipal, SessionPrincipal } from "./principal.ts";
import { refuseOldSignIn, requireRecentSignIn } from "./recent-sign-in.ts";

const account = {
  accountId: "a",
  username: "alice",
  role: "user",
  tier: "feeder",
  scopes: ["read", "feed"],
  requestsPerMinute: 60,
} as const;
const key: KeyPrincipal = { ...account, by: "key", keyId: "k" };
const ofKey: SessionPrincipal = {
  ...account,
  by: "session",
  tokenId: "t",
  expiresAtMs: 0,
  signedInAtMs: null,
};
const recent = { ...ofKey, signedInAtMs: Date.now() - 60_000 };
const old = { ...ofKey, signedInAtMs: Date.now() - 601_000 };

test("a sensitive step requires a sign-in on the web page within ten minutes", () => {
  expect(() => requireRecentSignIn(recent)).not.toThrow();
  for (const principal of [key, ofKey, old]) {
    expect(() => requireRecentSignIn(principal)).toThrow(/last 10 minutes/);
  }
});

test("a step that keys may take too is refused to an old sign-in only", () => {
  for (const principal of [key, ofKey, recent]) {
    expect(() => refuseOldSignIn(principal)).not.toThrow();
  }
  expect(() => refuseOldSignIn(old)).toThrow(/last 10 minutes/);
});
