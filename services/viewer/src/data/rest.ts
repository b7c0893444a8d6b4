import type { RestClient } from "@jetwire/client";

type Clients = typeof import("./rest-client.ts");

let loading: Promise<Clients> | undefined;

async function load(): Promise<Clients> {
  loading ??= import("./rest-client.ts");
  return await loading;
}

/** Returns the REST client. Its code is loaded when it is first needed, after the first paint. */
export async function rest(): Promise<RestClient> {
  return (await load()).restClient;
}

/** Returns the client of the ways to sign in and out, which the cookie of the page authenticates. */
export async function authRest(): Promise<RestClient> {
  return (await load()).authClient;
}

/**
 * Reads who is signed in, and connects as that user. Call it at the start, and after each step that
 * signs in or out.
 */
export async function refreshSession(): Promise<void> {
  await (await load()).readSession();
}

/** Fetches a path whose answer is not JSON, as the user of the page. */
export async function authorizedFetch(path: string): Promise<Response> {
  return await (await load()).fetchAuthorized(path);
}
