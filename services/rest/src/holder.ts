import type { KeyHolder } from "@jetwire/auth";
import type { RestAccess } from "@jetwire/protocol";

/** An account that asks, by one of its API keys. */
export type KeyCredential = KeyHolder & { readonly by: "key" };

/** Who asks, where a credential is required. */
export type Holder = KeyCredential;

/** Who is let in by each access. */
export interface HolderByAccess {
  readonly open: null;
  readonly reader: Holder;
  readonly account: KeyCredential;
  readonly session: never;
}

/** What a route of this access is handed. */
export type HolderOf<Access extends RestAccess> = HolderByAccess[Access];
