import type { SignedIn } from "@jetwire/protocol";
import { createStore } from "./store.ts";

/** The session of the page; null until the server has reported it. */
export interface Session {
  readonly user: SignedIn["user"];
  readonly isOperator: boolean;
  /** The time of the sign-in; sensitive steps require a recent one. */
  readonly signedInAt: string | null;
  readonly ways: SignedIn["ways"];
}

export const session = createStore<Session | null>(null);

const storageKey = "jetwire-signed-in";

/** Whether somebody was signed in when this device last used the page. Only a hint: the cookie decides. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Keeps the hint for the next visit. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {
    // The next visit connects as a visitor first.
  }
}
