import { SessionGrant, SignedIn } from "@jetwire/protocol";
import { expect } from "vitest";
import { createFinishSignIn } from "../src/admission/finish-sign-in.ts";
import type { Read } from "../src/database-reader.ts";
import { ask, type RestUnderTest } from "./rest-under-test.ts";

/** A user who has just signed in on the web page. */
export interface SignedInUser {
  /** The request header `Cookie`. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** A JWT, traded for the cookie. */
  readonly token: string;
}

/**
 * Signs an account in, as the last step of every sign-in method does.
 *
 * @param minutesAgo how long ago it was
 */
export async function signIn(
  rest: RestUnderTest,
  accountId: string,
  minutesAgo = 0,
): Promise<SignedInUser> {
  const cookie = await openCookie(rest, accountId);
  await rest.database.database.sql`
    update web_sessions set signed_in_at = signed_in_at - make_interval(mins => ${minutesAgo})
    where account_id = ${accountId} and signed_in_at > now() - interval '1 minute'`;
  const { csrfToken } = await readSignedIn(rest, cookie);
  const headers = { ...pageHeaders(rest, cookie), "x-csrf-token": csrfToken ?? "" };
  const traded = await ask(`${rest.url}/v1/auth/sessions`, null, { method: "POST", headers });
  expect(traded.status).toBe(201);
  const { token } = SessionGrant.parse(await traded.json());
  return { cookie, csrfToken: csrfToken ?? "", token };
}

/** Opens a session of the web page. Returns its cookie as the header `Cookie`. */
export async function openCookie({ database, url }: RestUnderTest, accountId: string) {
  const write: Read = (work) => work(database.database.sql);
  const finishSignIn = createFinishSignIn(write, {
    sessionEnded: () => {},
  });
  const request = { address: `${url}/`, header: () => undefined };
  const { "Set-Cookie": cookies } = await finishSignIn(request, accountId);
  return cookies[0]?.split(";")[0] ?? "";
}

/** Reads who is signed in by a cookie. */
export async function readSignedIn(rest: RestUnderTest, cookie: string): Promise<SignedIn> {
  const headers = pageHeaders(rest, cookie);
  const response = await ask(`${rest.url}/v1/auth/session`, null, { headers });
  expect(response.status).toBe(200);
  return SignedIn.parse(await response.json());
}

/** The headers of a request that a page of the service sends. */
export function pageHeaders({ url }: RestUnderTest, cookie?: string): Record<string, string> {
  return {
    origin: url,
    "sec-fetch-site": "same-origin",
    ...(cookie !== undefined && { cookie }),
  };
}
