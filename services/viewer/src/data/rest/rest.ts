import type { RestClient } from "@jetwire/client";
import { sessionError } from "../session/session.ts";

type Clients = typeof import("./rest-client.ts");

let loading: Promise<Clients> | undefined;

async function load(): Promise<Clients> {
  loading ??= import("./rest-client.ts").catch((error: unknown) => {
    // The next request loads it again.
    loading = undefined;
    throw error;
  });
  return await loading;
}

/**
 * Returns the REST client of the present user, for one step. Its code is loaded when it is first needed,
 * after the first paint. Its requests reject when another user is signed in.
 */
export async function rest(): Promise<RestClient> {
  return (await load()).pageSession.access().client;
}

/** Returns the client of the ways to sign in and out, which the cookie of the page authenticates. */
export async function authRest(): Promise<RestClient> {
  return (await load()).pageSession.cookieClient;
}

/** Reads who is signed in, and connects as that user. Call it once, at the start. */
export async function startSession(): Promise<void> {
  await reported(async ({ pageSession }) => await pageSession.start());
}

/** Reads who is signed in, and connects as that user. Call it after each step that signs in or out. */
export async function refreshSession(): Promise<void> {
  await reported(async ({ pageSession }) => await pageSession.read());
}

async function reported(read: (clients: Clients) => Promise<void>): Promise<void> {
  try {
    await read(await load());
    sessionError.set(null);
  } catch (error) {
    sessionError.set(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Fetches a path whose answer is not JSON, as the user of the page. */
export async function authorizedFetch(path: string): Promise<Response> {
  return await (await load()).fetchAuthorized(path);
}
