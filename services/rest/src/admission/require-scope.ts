import { AppError, type KeyScope } from "@jetwire/protocol";
import type { KeyPrincipal, Principal, SessionPrincipal } from "./principal.ts";
import { requireRecentSignIn } from "./recent-sign-in.ts";

/**
 * Refuses an API key, and a session that was opened with one, without a scope.
 *
 * @throws AppError `forbidden`, which names the scope
 */
export function requireScope(principal: Principal, scope: KeyScope | null): void {
  if (scope === null || principal.by === "anonymous" || principal.scopes.includes(scope)) return;
  const lacking = principal.by === "key" ? "this API key" : "the API key of this session";
  const message = `The scope \`${scope}\` is required, which ${lacking} lacks`;
  throw new AppError(
    "forbidden",
    `${message}: use a key with this scope, or sign in on the web page`,
  );
}

/**
 * Refuses to issue a key that may do more than the credential that asks for it. `operate` requires an
 * operator who has just signed in.
 *
 * @throws AppError `forbidden`, `sign_in_again`
 */
export function requireIssuable(
  principal: KeyPrincipal | SessionPrincipal,
  scopes: readonly KeyScope[],
): void {
  for (const scope of scopes) requireScope(principal, scope);
  if (!scopes.includes("operate")) return;
  if (principal.role !== "operator") {
    throw new AppError("forbidden", "The scope `operate` is possible for operators only");
  }
  requireRecentSignIn(principal);
}
