import { createRestClient, RestError, type RestClient } from "@jetwire/client";

/** The way in which the page uses REST for one user, or as a visitor, until it is ended. */
export interface UserAccess {
  readonly client: RestClient;
  /** Returns a token that is valid for a while. Requests at the same time wait for the same one. */
  readToken(): Promise<string>;
  /** Rejects all requests that have no answer yet, and all later ones. */
  end(): void;
}

interface AccessOptions {
  readonly baseUrl: string;
  /** Requests that the cookie of the page authenticates. */
  readonly cookieClient: Pick<RestClient, "openSession">;
  /** Called before the first token is asked for. */
  readonly prepare: () => Promise<void>;
  /** Called when the server no longer knows the cookie as this user's. */
  readonly onRefused: () => void;
}

const marginMs = 60_000;
/** The page shows a longer wait, and goes on by itself. */
export const retryAfterMsMax = 2_000;
/** The answers to somebody whose cookie, or whose CSRF token, the server does not accept. */
export const refusedStatuses: readonly number[] = [401, 403];

/** Opens the access of the user whose cookie the page has. Tokens are kept in memory only. */
export function createUserAccess(options: AccessOptions): UserAccess {
  const { baseUrl, cookieClient, prepare, onRefused } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let grant: { readonly token: string; readonly expiresAtMs: number } | null = null;
  let granting: Promise<string> | null = null;

  async function readToken(): Promise<string> {
    signal.throwIfAborted();
    if (grant && grant.expiresAtMs - Date.now() > marginMs) return grant.token;
    granting ??= openSession().finally(() => (granting = null));
    return await granting;
  }

  async function openSession(): Promise<string> {
    await prepare();
    try {
      const { token, expiresAt } = await cookieClient.openSession({}, { signal });
      signal.throwIfAborted();
      grant = { token, expiresAtMs: Date.parse(expiresAt) };
      return token;
    } catch (error) {
      if (error instanceof RestError && refusedStatuses.includes(error.status)) onRefused();
      throw error;
    }
  }

  const client = createRestClient({
    baseUrl,
    getToken: readToken,
    signal,
    retryAfterMsMax,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      // The client asks for another token.
      if (response.status === 401) grant = null;
      return response;
    },
  });
  return {
    client,
    readToken,
    end: () => ending.abort(new DOMException("Another user is signed in", "AbortError")),
  };
}
