import { createRestClient, RestError, type RestClient } from "@jetwire/client";
import type { SignedIn } from "@jetwire/protocol";
import {
  createUserAccess,
  refusedStatuses,
  retryAfterMsMax,
  type UserAccess,
} from "./user-access.ts";

/** The signed-in user of the page, and REST as that user. */
export interface PageSession {
  /** Requests that the cookie of the page authenticates. */
  readonly cookieClient: RestClient;
  /** The access of the present user. It is ended when another user is signed in. */
  access(): UserAccess;
  /** Reads who is signed in. Calls at the same time run one after the other. */
  read(): Promise<void>;
  /** Reads who is signed in for the first time and, for a probable visitor, asks for a token at the same time. */
  start(): Promise<void>;
}

interface PageSessionOptions {
  readonly baseUrl: string;
  /** Whether somebody was signed in when the page was last used. */
  readonly mayBeUser: () => boolean;
  /** Called with each answer of the server. The access of a former user has been ended then. */
  readonly onRead: (signedIn: SignedIn, change: UserChange) => void;
}

type OpenSession = Parameters<RestClient["openSession"]>;

/** How the user differs from the one before: `first` if there was no answer before. */
export type UserChange = "first" | "same" | "other";

/** Follows who is signed in by the cookie of the page. */
export function createPageSession({ baseUrl, mayBeUser, onRead }: PageSessionOptions): PageSession {
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

  async function start(): Promise<void> {
    // If it fails, the first request that needs a token asks again.
    if (!mayBeUser()) void access.readToken().catch(() => undefined);
    await read();
  }

  /** Asks for a token. Of a visitor, the server requires no CSRF token: nothing is waited for. */
  async function openSession(...call: OpenSession): ReturnType<RestClient["openSession"]> {
    const isKnown = userId !== undefined;
    try {
      return await cookieClient.openSession(...call);
    } catch (error) {
      const isRefused = error instanceof RestError && refusedStatuses.includes(error.status);
      if (isKnown || !isRefused) throw error;
      // Somebody is signed in after all.
      await untilKnown();
      return await cookieClient.openSession(...call);
    }
  }

  async function untilKnown(): Promise<void> {
    // The page reads it at its start. If that fails, it is read again.
    if (userId === undefined) await reading.catch(() => undefined);
    if (userId === undefined) await read();
  }

  function openAccess(): UserAccess {
    return createUserAccess({
      baseUrl,
      cookieClient: { openSession },
      // The server requires the CSRF token from those who are signed in.
      prepare: async () => {
        if (mayBeUser()) await untilKnown();
      },
      // If it fails, the next request tries again.
      onRefused: () => void read().catch(() => undefined),
    });
  }

  return { cookieClient, access: () => access, read, start };
}
