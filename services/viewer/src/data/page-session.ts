import { createRestClient, type RestClient } from "@jetwire/client";
import type { SignedIn } from "@jetwire/protocol";
import { createUserAccess, retryAfterMsMax, type UserAccess } from "./user-access.ts";

/** The signed-in user of the page, and REST as that user. */
export interface PageSession {
  /** Requests that the cookie of the page authenticates. */
  readonly cookieClient: RestClient;
  /** The access of the present user. It is ended when another user is signed in. */
  access(): UserAccess;
  /** Reads who is signed in. Calls at the same time run one after the other. */
  read(): Promise<void>;
}

interface PageSessionOptions {
  readonly baseUrl: string;
  /** Called with each answer of the server. The access of a former user has been ended then. */
  readonly onRead: (signedIn: SignedIn, change: UserChange) => void;
}

/** How the user differs from the one before: `first` if there was no answer before. */
export type UserChange = "first" | "same" | "other";

/** Follows who is signed in by the cookie of the page. */
export function createPageSession({ baseUrl, onRead }: PageSessionOptions): PageSession {
  let csrfToken: string | null = null;
  let userId: string | null | undefined;
  let reading: Promise<void> = Promise.resolve();
  let access = openAccess();

  const cookieClient = createRestClient({
    baseUrl,
    retryAfterMsMax,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (csrfToken !== null && init?.method !== "GET") headers.set("X-CSRF-Token", csrfToken);
      return await fetch(input, { ...init, headers });
    },
  });

  async function readOnce(): Promise<void> {
    const signedIn = await cookieClient.readSignedIn();
    csrfToken = signedIn.csrfToken;
    const change = changeTo(signedIn.user?.id ?? null);
    if (change === "other") {
      access.end();
      access = openAccess();
    }
    onRead(signedIn, change);
  }

  function changeTo(id: string | null): UserChange {
    const before = userId;
    userId = id;
    if (before === undefined) return "first";
    return before === id ? "same" : "other";
  }

  async function read(): Promise<void> {
    reading = reading.then(readOnce, readOnce);
    await reading;
  }

  function openAccess(): UserAccess {
    return createUserAccess({
      baseUrl,
      cookieClient: { openSession: async (...call) => await cookieClient.openSession(...call) },
      // The server requires the CSRF token from those who are signed in.
      prepare: async () => {
        // The page reads it at its start. If that fails, it is read again.
        if (userId === undefined) await reading.catch(() => undefined);
        if (userId === undefined) await read();
      },
      // If it fails, the next request tries again.
      onRefused: () => void read().catch(() => undefined),
    });
  }

  return { cookieClient, access: () => access, read };
}
