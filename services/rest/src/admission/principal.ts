import type { KeyHolder } from "@jetwire/auth";
import type { RestAccess } from "@jetwire/protocol";

/** An account that asks, by one of its API keys. */
export type KeyPrincipal = KeyHolder & { readonly by: "key" };

/** A signed-in user who asks. */
export interface SessionPrincipal {
  readonly by: "session";
  readonly accountId: string;
  readonly username: string;
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly tokenId: string;
  /** Unix ms. */
  readonly expiresAtMs: number;
}

/** Somebody who looks at the web page: what is public is shown, and nothing else. */
export interface AnonymousPrincipal {
  readonly by: "anonymous";
  /** As limits count it. */
  readonly address: string;
  readonly tier: "anonymous";
  readonly requestsPerMinute: number;
}

/** Who asks, where a credential is required. */
export type Principal = KeyPrincipal | SessionPrincipal | AnonymousPrincipal;

/** Who is let in by each access. */
export interface PrincipalByAccess {
  readonly open: null;
  readonly reader: Principal;
  readonly account: KeyPrincipal | SessionPrincipal;
  readonly session: SessionPrincipal;
}

/** What a route of this access is handed. */
export type PrincipalOf<Access extends RestAccess> = PrincipalByAccess[Access];

/** Who is let in, by how they asked. */
export const admitted: Readonly<Record<Exclude<RestAccess, "open">, readonly Principal["by"][]>> = {
  reader: ["key", "session", "anonymous"],
  account: ["key", "session"],
  session: ["session"],
};
