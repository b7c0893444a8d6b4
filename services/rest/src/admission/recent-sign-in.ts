import { AppError } from "@jetwire/protocol";
import type { KeyPrincipal, SessionPrincipal } from "./principal.ts";

/** Sensitive steps require a sign-in that is younger. */
const recentMs = 600_000;

/**
 * Refuses a client that has not signed in on the web page within ten minutes, also an API key and the
 * sessions that were opened with one: a key that was taken from a feeder must not take over the account.
 *
 * @throws AppError `sign_in_again`
 */
export function requireRecentSignIn(principal: KeyPrincipal | SessionPrincipal): void {
  const at = principal.by === "session" ? principal.signedInAtMs : null;
  if (at === null || Date.now() - at > recentMs) throw signInAgain();
}

/**
 * Refuses an operator who has not signed in on the web page within ten minutes. An API key with the scope `operate`
 * passes: it was issued in a recent sign-in, or on the host by somebody with access to the database. Sessions that
 * were opened with a key do not pass.
 *
 * @throws AppError `sign_in_again`
 */
export function requireOperatorSignIn(principal: KeyPrincipal | SessionPrincipal): void {
  if (principal.by === "session") requireRecentSignIn(principal);
}

/**
 * Refuses a session of the web page whose user has not signed in within ten minutes. API keys, and
 * sessions that were opened with one, pass.
 *
 * @throws AppError `sign_in_again`
 */
export function refuseOldSignIn(principal: KeyPrincipal | SessionPrincipal): void {
  const isOfPage = principal.by === "session" && principal.signedInAtMs !== null;
  if (isOfPage) requireRecentSignIn(principal);
}

function signInAgain(): AppError {
  const message = "This step requires that you have signed in within the last 10 minutes";
  return new AppError("sign_in_again", `${message}: sign in again on the web page`);
}
