import type { SignedIn } from "@jetwire/protocol";
import { createStore } from "../store.ts";

/** The session of the page; null until the server has reported it. */
export interface UserSession {
  readonly user: SignedIn["user"];
  readonly isOperator: boolean;
  /** The time of the sign-in; sensitive steps require a recent one. */
  readonly signedInAt: string | null;
  readonly methods: SignedIn["methods"];
}

export const session = createStore<UserSession | null>(null);

/** The reason why the latest attempt to read the session failed; null if it did not. */
export const sessionError = createStore<Error | null>(null);

/** Calls the listener when another user, or nobody any more, is signed in. @returns removes it */
export function onUserChange(listener: () => void): () => void {
  let known = session.get();
  return session.subscribe(() => {
    const before = known;
    known = session.get();
    if (before !== null && before.user?.id !== known?.user?.id) listener();
  });
}

const storageKey = "jetwire-signed-in";

/** Whether somebody was signed in when this device last used the page. Only a hint: the cookie decides. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Keeps the hint for the next visit, by the id of the user. Other windows of the browser notice it. */
export function rememberSignedIn(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, userId);
  } catch {
    // The next visit connects as a visitor first.
  }
}

/** Calls the listener when another window of the browser, which has the same cookie, has another user. */
export function onUserOfOtherWindow(listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === storageKey) listener();
  });
}
