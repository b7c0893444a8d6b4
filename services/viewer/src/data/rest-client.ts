import "./jitless.ts";
import { createRestClient, RestError } from "@jetwire/client";
import { openRealtime } from "./realtime.ts";
import { rememberSignedIn, session } from "./session.ts";

const marginMs = 60_000;

let csrfToken: string | null = null;
let grant: { readonly token: string; readonly expiresAtMs: number } | null = null;
let granting: Promise<string> | null = null;

/** Requests that the cookie of the page authenticates. */
export const authClient = createRestClient({
  baseUrl: location.origin,
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers);
    if (csrfToken !== null && init?.method !== "GET") headers.set("X-CSRF-Token", csrfToken);
    return await fetch(input, { ...init, headers });
  },
});

/** The REST interface of the server that sent this page, as the signed-in user or as a visitor. */
export const restClient = createRestClient({
  baseUrl: location.origin,
  getToken: readToken,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    // The client asks for another token.
    if (response.status === 401) grant = null;
    return response;
  },
});

/** Reads who is signed in, and connects as that user if it is another one than before. */
export async function readSession(): Promise<void> {
  const before = session.get()?.user?.id ?? null;
  const signedIn = await authClient.readSignedIn();
  const { user, signedInAt, ways } = signedIn;
  csrfToken = signedIn.csrfToken;
  rememberSignedIn(user !== null);
  const isFirst = session.get() === null;
  session.set({ user, isOperator: user?.role === "operator", signedInAt, ways });
  if ((user?.id ?? null) === before && !(isFirst && user)) return;
  grant = null;
  openRealtime({ getToken: user ? readToken : undefined });
}

/** Returns a token that is valid for a while. Requests at the same time wait for the same one. */
async function readToken(): Promise<string> {
  if (grant && grant.expiresAtMs - Date.now() > marginMs) return grant.token;
  granting ??= openSession().finally(() => (granting = null));
  return await granting;
}

async function openSession(): Promise<string> {
  // The server requires the CSRF token from those who are signed in.
  if (session.get() === null) await readSession();
  const { token, expiresAt } = await authClient.openSession();
  grant = { token, expiresAtMs: Date.parse(expiresAt) };
  return token;
}

/**
 * Fetches a path whose answer is not JSON, as the user of the page.
 *
 * @throws RestError if the server refuses it
 */
export async function fetchAuthorized(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await readToken()}` };
  const response = await fetch(path, { headers });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw RestError.of(response.status, body, null);
}
