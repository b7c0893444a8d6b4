import type { KeyHolder } from "@jetwire/auth";
import type { RestAccess } from "@jetwire/protocol";

/** An account that asks, by one of its API keys. */
export type KeyCredential = KeyHolder & { readonly by: "key" };

/** A signed-in user who asks. */
export interface SessionCredential {
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
export interface AnonymousCredential {
  readonly by: "anonymous";
  /** As limits count it. */
  readonly address: string;
  readonly tier: "anonymous";
  readonly requestsPerMinute: number;
}

/** Who asks, where a credential is required. */
export type Holder = KeyCredential | SessionCredential | AnonymousCredential;

/** Who is let in by each access. */
export interface HolderByAccess {
  readonly open: null;
  readonly reader: Holder;
  readonly account: KeyCredential | SessionCredential;
  readonly session: SessionCredential;
}

/** What a route of this access is handed. */
export type HolderOf<Access extends RestAccess> = HolderByAccess[Access];

/** Who is let in, by how they asked. */
export const admitted: Readonly<Record<Exclude<RestAccess, "open">, readonly Holder["by"][]>> = {
  reader: ["key", "session", "anonymous"],
  account: ["key", "session"],
  session: ["session"],
};
