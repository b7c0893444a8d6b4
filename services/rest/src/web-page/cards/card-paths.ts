import type { PagePath } from "@jetwire/protocol";

/** Pages whose links are previewed by a card of their own. */
export const cardPaths = ["/messages/:id", "/flights/:id"] as const satisfies readonly PagePath[];

/** The end of the path of a card, after the path of its page. */
export const cardFile = "card.png";

/** Returns the path of the card of a page that exists; undefined if it has none. */
export function cardPathOf(page: PagePath, params: unknown): string | undefined {
  const path = cardPaths.find((one) => one === page);
  const { id } = params as { readonly id?: unknown };
  if (path === undefined || typeof id !== "string") return undefined;
  return `${path.replace(":id", encodeURIComponent(id))}/${cardFile}`;
}
