import { makeLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { createSoftwareAuthenticator } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startReplica, startRest } from "./rest-under-test.ts";
import {
  challengeOf,
  createBrowser,
  messageOf,
  passkeys,
  publicUrl,
  signInVariables,
  signUpOptions,
  signUpVariables,
} from "./sign-in-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest(signUpVariables);
});

afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

describe("SIGN_UP", () => {
  test("invited: an account needs an invitation, which makes one", async () => {
    await using invited = await startReplica(rest.database, {
      ...signUpVariables,
      SIGN_UP: "invited",
    });
    const browser = createBrowser(invited);
    const username = "henry";
    expect((await browser.post(signUpOptions, { username })).status).toBe(403);
    const invitation = makeLinkToken();
    await db.signIn.createInvitation(rest.database.database.sql, {
      tokenHash: invitation.tokenHash,
    });
    const rivals = ["henry", "ivan"].map((name) => ({ name, browser: createBrowser(invited) }));
    const challenges = await Promise.all(
      rivals.map(async ({ name, browser: one }) => {
        const body = { username: name, invitation: invitation.token };
        return await challengeOf(await one.post(signUpOptions, body));
      }),
    );
    const statuses: number[] = [];
    for (const [n, { browser: one }] of rivals.entries()) {
      const asked = { challenge: challenges[n] ?? "", origin: publicUrl };
      const credential = createSoftwareAuthenticator().create(asked);
      statuses.push((await one.post(`${passkeys}/sign-up`, { credential })).status);
    }
    expect(statuses).toEqual([201, 403]);
    const again = await browser.post(signUpOptions, {
      username: "jane",
      invitation: invitation.token,
    });
    expect(again.status).toBe(403);
  });

  test("closed: nobody makes an account", async () => {
    await using closed = await startReplica(rest.database, {
      ...signUpVariables,
      SIGN_UP: "closed",
    });
    const refused = await createBrowser(closed).post(signUpOptions, { username: "kate" });
    expect(refused.status).toBe(403);
    expect(await messageOf(refused)).toMatch(/does not take new accounts/);
  });

  test("attempts from one network are limited", async () => {
    await using limited = await startReplica(rest.database, {
      ...signInVariables,
      SIGN_UPS_PER_HOUR_MAX: "3",
      JETWIRE_NAMESPACE: `${rest.database.namespace}-limited`,
    });
    const browser = createBrowser(limited);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      statuses.push((await browser.post(signUpOptions, { username: `many-${n}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

describe("the site of passkeys", () => {
  test("without PUBLIC_URL is this machine by its name; an IP address has none", async () => {
    await using local = await startReplica(rest.database, {
      SIGN_UP: "open",
      SIGN_UPS_PER_HOUR_MAX: "1000",
    });
    const atAddress = createBrowser(local);
    expect((await atAddress.post(`${passkeys}/sign-in/options`)).status).toBe(403);
    const origin = `http://localhost:${local.port}`;
    const browser = createBrowser({ url: origin });
    const begun = await browser.post(signUpOptions, { username: "local" });
    const key = createSoftwareAuthenticator();
    const credential = key.create({ challenge: await challengeOf(begun), origin });
    expect((await browser.post(`${passkeys}/sign-up`, { credential })).status).toBe(201);
    const methods = (await (await browser.send("/v1/auth/session")).json()) as { methods: object };
    expect(methods.methods).toMatchObject({ passkeys: true, email: false, url: origin });
  });

  test("without PUBLIC_URL is not taken from a Host header that anybody can send", async () => {
    await using proxied = await startReplica(rest.database, {
      SIGN_UP: "open",
      REST_TRUSTED_PROXIES: "127.0.0.1",
    });
    const headers = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-for": "203.0.113.5",
      "sec-fetch-site": "same-origin",
    };
    const answer = await fetch(`${proxied.url}${passkeys}/sign-in/options`, {
      method: "POST",
      headers,
    });
    expect(answer.status).toBe(403);
  });
});
