import "../jitless.ts";
import { RestError } from "@jetwire/client";
import type { SignedIn } from "@jetwire/protocol";
import { createPageSession, type UserChange } from "../session/page-session.ts";
import { queryClient } from "./query-client.ts";
import { connection, openRealtime } from "../live/realtime.ts";
import { onUserOfOtherWindow, rememberSignedIn, session, wasSignedIn } from "../session/session.ts";

/** The session of this page, and REST as its user. */
export const pageSession = createPageSession({
  baseUrl: location.origin,
  mayBeUser: wasSignedIn,
  onRead,
});

onUserOfOtherWindow(readAgain);
connection.subscribe(() => {
  const status = connection.get();
  // The user may have been signed out elsewhere.
  if (status.state === "ended" && status.cause === "refused") readAgain();
});

function readAgain(): void {
  // Without an answer the page goes on as it is; the next refusal reads again.
  pageSession.read().catch(() => undefined);
}

function onRead({ user, signedInAt, methods }: SignedIn, change: UserChange): void {
  const former = session.get()?.user ?? null;
  rememberSignedIn(user?.id ?? null);
  session.set({ user, isOperator: user?.role === "operator", signedInAt, methods });
  if (change === "other") forget(former !== null);
  // A visitor is connected from the start.
  if (change === "other" || (change === "first" && user)) {
    openRealtime({ getToken: user ? pageSession.access().readToken : undefined });
  }
}

/** Empties the cache of what a former user has read; what is on screen is read anew. */
function forget(hadUser: boolean): void {
  if (hadUser) void queryClient.resetQueries();
  // A visitor has read nothing that is private, and what is on screen is about to be left.
  else void queryClient.invalidateQueries({ refetchType: "none" });
  queryClient.removeQueries({ type: "inactive" });
}

/**
 * Fetches a path whose answer is not JSON, as the user of the page.
 *
 * @throws RestError if the server refuses it
 */
export async function fetchAuthorized(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await pageSession.access().readToken()}` };
  const response = await fetch(path, { headers });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw RestError.of(response.status, body, null);
}
