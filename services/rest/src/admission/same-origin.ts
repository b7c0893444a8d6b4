import type { Asked } from "../route.ts";

/**
 * Whether a request was made by a page of this very service, as browsers tell it. What isn't a browser
 * can say anything; for those there are limits.
 */
export function isSameOrigin({ header, address }: Pick<Asked, "header" | "address">): boolean {
  const site = header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  const origin = header("origin");
  if (origin === undefined) return site === "same-origin";
  return URL.canParse(address) && new URL(address).origin === origin;
}
