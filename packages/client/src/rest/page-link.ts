/**
 * The address of a page that a `Link` header (RFC 8288) names by its relation, or null. Only one of
 * the same origin: an API key is sent along.
 */
export function pageLink(header: string | null, rel: string, from: URL): URL | null {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!new RegExp(`;\\s*rel="?${rel}"?\\s*(?:[;,]|$)`, "i").test(parameters)) continue;
    if (!URL.canParse(target, from.href)) return null;
    const url = new URL(target, from);
    return url.origin === from.origin ? url : null;
  }
  return null;
}
