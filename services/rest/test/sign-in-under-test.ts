import { SignedIn, type SignedInUser } from "@jetwire/protocol";
import { createSoftwareAuthenticator } from "@jetwire/testbed";
import { expect } from "vitest";
import { ask, type Asking, type RestUnderTest } from "./rest-under-test.ts";

/** The address at which people open the page of these tests. */
export const publicUrl = "https://jetwire.example";

/** Variables of a service at which people can sign in by passkey and by link. */
export const signInVariables = {
  PUBLIC_URL: publicUrl,
  // Chores sends; nothing connects to it here.
  SMTP_URL: "smtp://127.0.0.1:1",
  SIGN_UP: "open",
  REST_EXEMPT_ADDRESSES: "127.0.0.1",
} as const;

/** Variables of a service where many sign up from one network, whose limit replicas share. */
export const signUpVariables = { ...signInVariables, SIGN_UPS_PER_HOUR_MAX: "1000" };

export const passkeys = "/v1/auth/passkeys";
export const signUpOptions = `${passkeys}/sign-up/options`;

/** Reads what a refusal says. */
export async function messageOf(response: Response): Promise<string> {
  return ((await response.json()) as { message: string }).message;
}

/** Creates a browser at a page of the service: it keeps cookies, and sends what browsers send. */
export function createBrowser({ url }: Pick<RestUnderTest, "url">) {
  const cookies = new Map<string, string>();

  async function send(path: string, asking: Asking = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "sec-fetch-site": "same-origin", cookie, ...asking.headers };
    const response = await ask(url + path, null, { ...asking, headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  async function post(path: string, body?: unknown): Promise<Response> {
    return await send(path, { method: "POST", body });
  }

  return {
    cookies,
    send,
    post,
    /** Reads who is signed in. */
    async signedIn(): Promise<SignedIn["user"]> {
      return SignedIn.parse(await (await send("/v1/auth/session")).json()).user;
    },
    /** Trades the cookie for a token. */
    async token(): Promise<string> {
      const { csrfToken } = SignedIn.parse(await (await send("/v1/auth/session")).json());
      const headers = { "x-csrf-token": csrfToken ?? "" };
      const traded = await send("/v1/auth/sessions", { method: "POST", headers });
      expect(traded.status).toBe(201);
      return ((await traded.json()) as { token: string }).token;
    },
    /** Makes an account with a passkey, and signs in. */
    async signUp(username: string, key = createSoftwareAuthenticator()): Promise<SignedInUser> {
      const begun = await post("/v1/auth/passkeys/sign-up/options", { username });
      const challenge = await challengeOf(begun);
      const credential = key.create({ challenge, origin: publicUrl });
      const made = await post("/v1/auth/passkeys/sign-up", { credential });
      expect(made.status).toBe(201);
      return (await made.json()) as SignedInUser;
    },
    /** Signs in by a passkey. */
    async signIn(key: ReturnType<typeof createSoftwareAuthenticator>): Promise<Response> {
      const challenge = await challengeOf(await post("/v1/auth/passkeys/sign-in/options"));
      const credential = key.sign({ challenge, origin: publicUrl });
      return await post("/v1/auth/passkeys/sign-in", { credential });
    },
  };
}

/** Reads the challenge of options for the browser. */
export async function challengeOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const options = (await response.json()) as { challenge: string };
  return options.challenge;
}
