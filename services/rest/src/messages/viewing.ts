import type { Principal } from "../admission/principal.ts";

/** Who looks, as far as what is shown depends on it; null for what everybody may see. */
export type Viewing = Principal | { readonly accountId: string } | null;

/** The account that looks, null for nobody in particular. */
export function accountOf(viewing: Viewing): string | null {
  return viewing !== null && "accountId" in viewing ? viewing.accountId : null;
}
