import { type OidcIssuer, startOidcIssuer } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";
import { createBrowser, publicUrl, signInVariables } from "./sign-in-under-test.ts";

let rest: RestUnderTest;
let issuer: OidcIssuer;
let other: OidcIssuer;
let forged: OidcIssuer;
let foreign: OidcIssuer;
let resigned: OidcIssuer;
let names = 0;

const callbackOf = (id: string) => `${publicUrl}/v1/auth/oidc/${id}/callback`;

beforeAll(async () => {
  issuer = await startOidcIssuer(callbackOf("test"));
  other = await startOidcIssuer(callbackOf("other"));
  forged = await startOidcIssuer(callbackOf("forged"), { publishesOtherKeys: true });
  foreign = await startOidcIssuer(callbackOf("foreign"), { audience: "another-client" });
  resigned = await startOidcIssuer(callbackOf("resigned"), { audience: "jetwire" });
  // Its metadata name another issuer than the one that is configured.
  const renamed = { ...issuer, issuer: issuer.issuer.replace("127.0.0.1", "localhost") };
  const providers = Object.entries({
    test: issuer,
    other,
    forged,
    foreign,
    resigned,
    renamed,
  }).map(([id, at]) => ({
    id,
    name: `Provider ${id}`,
    issuer: at.issuer,
    clientId: at.clientId,
    clientSecret: at.clientSecret,
  }));
  rest = await startRest({ ...signInVariables, OIDC_PROVIDERS: JSON.stringify(providers) });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await forged[Symbol.asyncDispose]();
  await foreign[Symbol.asyncDispose]();
  await resigned[Symbol.asyncDispose]();
});

type Browser = ReturnType<typeof createBrowser>;

/** Begins a sign-in. Returns the address of the provider. */
async function begin(browser: Browser, next = "/desk", id = "test"): Promise<URL> {
  const response = await browser.post(`/v1/auth/oidc/${id}`, { next });
  expect(response.status).toBe(200);
  return new URL(((await response.json()) as { url: string }).url);
}

/** Opens the address to which a provider returns, and returns where it continues. */
async function comeBack(browser: Browser, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "cross-site" };
  const response = await fetch(rest.url + pathname + search, { headers, redirect: "manual" });
  expect(response.status).toBe(303);
  expect(response.headers.get("cache-control")).toContain("no-store");
  for (const set of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === "") browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  return response.headers.get("location") ?? "";
}

async function signInAt(browser: Browser, next?: string): Promise<string> {
  const { href } = await begin(browser, next);
  return await comeBack(browser, await issuer.follow(href));
}

function tokenOf(location: string): string {
  const { pathname, hash } = new URL(location, publicUrl);
  expect(pathname).toBe("/sign-up");
  return new URLSearchParams(hash.slice(1)).get("identity") ?? "";
}

/** Makes an account for a new identity. Returns its name. */
async function signUp(browser: Browser, subject: string): Promise<string> {
  issuer.signInAs(subject);
  const username = `person-${++names}`;
  const body = { token: tokenOf(await signInAt(browser)), username };
  expect((await browser.post("/v1/auth/identities/sign-up", body)).status).toBe(201);
  return username;
}

test("a new identity gets a name and an account, and signs in to it from any browser", async () => {
  const browser = createBrowser(rest);
  const username = await signUp(browser, "subject-1");
  expect((await browser.signedIn())?.username).toBe(username);
  const elsewhere = createBrowser(rest);
  expect(await signInAt(elsewhere, "/desk/keys?range=7d")).toBe("/desk/keys?range=7d");
  expect((await elsewhere.signedIn())?.username).toBe(username);
  const log = await rest.database.database.sql`
    select action from audit_log where action = 'account.sign-up'`;
  expect(log.length).toBeGreaterThan(0);
});

test("the provider is asked with PKCE, state, nonce and the exact redirect", async () => {
  const url = await begin(createBrowser(rest));
  expect(url.searchParams.get("redirect_uri")).toBe(callbackOf("test"));
  expect(url.searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["code_challenge", "state", "nonce"]) {
    expect(url.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
  }
});

test("the providers are listed with the methods to sign in", async () => {
  const response = await createBrowser(rest).send("/v1/auth/session");
  expect(await response.json()).toMatchObject({
    methods: {
      oidc: [
        { id: "test", name: "Provider test" },
        { id: "other" },
        { id: "forged" },
        { id: "foreign" },
        { id: "resigned" },
        { id: "renamed" },
      ],
    },
  });
});

describe("a callback signs nobody in", () => {
  test("without a state", async () => {
    const browser = createBrowser(rest);
    const back = new URL(await issuer.follow((await begin(browser)).href));
    back.searchParams.delete("state");
    expect(await comeBack(browser, back.href)).toBe("/sign-in?failed=state");
  });

  test("with the state of another browser: login CSRF", async () => {
    const attacker = createBrowser(rest);
    await signUp(attacker, "subject-attacker");
    const back = await issuer.follow((await begin(attacker)).href);
    const victim = createBrowser(rest);
    expect(await comeBack(victim, back)).toBe("/sign-in?failed=state");
    await begin(victim);
    expect(await comeBack(victim, back)).toBe("/sign-in?failed=state");
    expect(await victim.signedIn()).toBeNull();
  });

  test("a second time", async () => {
    const browser = createBrowser(rest);
    await signUp(browser, "subject-replay");
    const back = await issuer.follow((await begin(browser)).href);
    expect(await comeBack(browser, back)).toBe("/desk");
    expect(await comeBack(browser, back)).toBe("/sign-in?failed=state");
  });

  test("with the state of another provider, or a code of another one: mix-up", async () => {
    const browser = createBrowser(rest);
    issuer.signInAs("subject-mixed");
    const back = new URL(await issuer.follow((await begin(browser)).href));
    const elsewhere = back.href.replace("/oidc/test/", "/oidc/other/");
    expect(await comeBack(browser, elsewhere)).toBe("/sign-in?failed=state");
    const atOther = await begin(browser, "/", "other");
    back.searchParams.set("state", atOther.searchParams.get("state") ?? "");
    expect(await comeBack(browser, back.href.replace("/oidc/test/", "/oidc/other/"))).toBe(
      "/sign-in?failed=provider",
    );
  });

  test("in the name of another issuer", async () => {
    const browser = createBrowser(rest);
    const back = new URL(await issuer.follow((await begin(browser)).href));
    back.searchParams.set("iss", other.issuer);
    expect(await comeBack(browser, back.href)).toBe("/sign-in?failed=provider");
  });

  test("with an ID token that was issued for another sign-in", async () => {
    const browser = createBrowser(rest);
    const begun = await begin(browser);
    begun.searchParams.set("nonce", "n".repeat(43));
    expect(await comeBack(browser, await issuer.follow(begun.href))).toBe(
      "/sign-in?failed=provider",
    );
  });

  test("with an ID token that another key has signed", async () => {
    const browser = createBrowser(rest);
    const back = await forged.follow((await begin(browser, "/", "forged")).href);
    expect(await comeBack(browser, back)).toBe("/sign-in?failed=provider");
    expect(await browser.signedIn()).toBeNull();
  });

  test("with an ID token that was issued for another client", async () => {
    const browser = createBrowser(rest);
    const back = await foreign.follow((await begin(browser, "/", "foreign")).href);
    expect(await comeBack(browser, back)).toBe("/sign-in?failed=provider");
    // Signed anew in the same way, with the right client, it is accepted.
    const right = await resigned.follow((await begin(browser, "/", "resigned")).href);
    expect(await comeBack(browser, right)).toMatch(/^\/sign-up/);
  });

  test("with an error of the provider, a made-up code or a changed state", async () => {
    const browser = createBrowser(rest);
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    const denied = new URLSearchParams({ error: "access_denied", state, iss: issuer.issuer });
    expect(await comeBack(browser, `${callbackOf("test")}?${denied.toString()}`)).toBe(
      "/sign-in?failed=provider",
    );
    const again = (await begin(browser)).searchParams.get("state") ?? "";
    const changed = `${again.slice(0, again.lastIndexOf("."))}.${Buffer.from("//evil.example").toString("base64url")}`;
    for (const [given, reason] of [
      [changed, "state"],
      [again, "provider"],
    ] as const) {
      const made = new URLSearchParams({ code: "made-up", state: given, iss: issuer.issuer });
      const location = await comeBack(browser, `${callbackOf("test")}?${made.toString()}`);
      expect(location).toBe(`/sign-in?failed=${reason}`);
    }
  });

  test("of an unknown provider", async () => {
    const browser = createBrowser(rest);
    const back = `${callbackOf("nobody")}?code=x&state=${"x".repeat(43)}.nobody.Lw`;
    expect(await comeBack(browser, back)).toBe("/sign-in?failed=state");
    expect((await browser.post("/v1/auth/oidc/nobody", {})).status).toBe(404);
  });
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "/a\\b",
  "/a b",
  "/\n/x",
  "",
])("it never continues at %j", async (next) => {
  const response = await createBrowser(rest).post("/v1/auth/oidc/test", { next });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field: "next" }] });
});

test("a provider whose metadata are those of another issuer is not used", async () => {
  const response = await createBrowser(rest).post("/v1/auth/oidc/renamed", {});
  expect(await response.json()).toMatchObject({ status: 503, code: "unavailable" });
});

test("another site cannot begin a sign-in", async () => {
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const asking = { method: "POST", body: {}, headers };
  expect((await createBrowser(rest).send("/v1/auth/oidc/test", asking)).status).toBe(403);
});

test("an equal e-mail address links nothing; a signed-in owner who confirms does", async () => {
  const browser = createBrowser(rest);
  const username = `person-${++names}`;
  const { id } = await browser.signUp(username);
  await rest.database.database.sql`
    update accounts set email = 'owner@example.org' where id = ${id}`;
  issuer.signInAs("subject-owner", { email: "owner@example.org", email_verified: true });
  const stranger = createBrowser(rest);
  tokenOf(await signInAt(stranger));
  expect(await stranger.signedIn()).toBeNull();

  const token = tokenOf(await signInAt(browser));
  const link = async (by: Browser, authorization: string) =>
    await by.send("/v1/auth/identities", {
      method: "POST",
      body: { token },
      headers: { authorization },
    });
  const authorization = `Bearer ${await browser.token()}`;
  // The token belongs to the browser that has signed in at the provider.
  expect((await link(stranger, authorization)).status).toBe(400);
  expect((await link(browser, authorization)).status).toBe(204);
  expect(await signInAt(stranger)).toBe("/desk");
  expect((await stranger.signedIn())?.username).toBe(username);
  const mails = await rest.database.database.sql`
    select facts from mails where kind = 'new-way-in' and account_id = ${id}`;
  expect(mails).toMatchObject([{ facts: { way: "sign-in", name: "Provider test" } }]);
});

async function signUpWith(by: Browser, token: string): Promise<number> {
  return (await by.post("/v1/auth/identities/sign-up", { token, username: "never" })).status;
}

test("a token opens nothing in another browser, after a change, or without an invitation", async () => {
  issuer.signInAs("subject-new");
  const browser = createBrowser(rest);
  const token = tokenOf(await signInAt(browser));
  expect(await signUpWith(createBrowser(rest), token)).toBe(400);
  expect(await signUpWith(browser, `${token.slice(0, -4)}AAAA`)).toBe(400);
  const [, payload = ""] = token.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  expect(await signUpWith(browser, `${none}.${payload}.`)).toBe(400);
  const taken = await browser.post("/v1/auth/identities/sign-up", { token, username: "person-1" });
  expect(await taken.json()).toMatchObject({ errors: [{ field: "username" }] });
});
