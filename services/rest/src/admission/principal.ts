import type { KeyOwner } from "@jetwire/auth";
import type { AccountRole, KeyScope, RestAccess } from "@jetwire/protocol";

/** An account, authenticated by one of its API keys. */
export type KeyPrincipal = KeyOwner & { readonly by: "key" };

/** An account, authenticated by a session of a signed-in user. */
export interface SessionPrincipal {
  readonly by: "session";
  readonly accountId: string;
  readonly username: string;
  readonly role: AccountRole;
  readonly tier: string;
  /** Those of the API key that opened it, else all. */
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number;
  readonly tokenId: string;
  /** Unix ms. */
  readonly expiresAtMs: number;
  /** The sign-in of the user on the web page, Unix ms; null for a session that was opened otherwise. */
  readonly signedInAtMs: number | null;
}

/** An anonymous viewer of the web page, who sees only what is public. */
export interface AnonymousPrincipal {
  readonly by: "anonymous";
  readonly accountId: null;
  /** The network by which limits count it. */
  readonly address: string;
  readonly tier: "anonymous";
  readonly requestsPerMinute: number;
}

/** The authenticated sender of a request. */
export type Principal = KeyPrincipal | SessionPrincipal | AnonymousPrincipal;

/** The principals that each access admits. */
interface PrincipalByAccess {
  readonly open: null;
  readonly reader: Principal;
  readonly account: KeyPrincipal | SessionPrincipal;
  readonly session: SessionPrincipal;
  readonly operator: KeyPrincipal | SessionPrincipal;
}

/** The principal that a route with this access gets. */
export type PrincipalOf<Access extends RestAccess> = PrincipalByAccess[Access];
