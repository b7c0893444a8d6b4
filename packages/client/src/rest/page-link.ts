/**
 * Returns the address that a `Link` header (RFC 8288) has for a relation, or null. Addresses of another
 * origin are ignored, because the API key is sent along.
 */
export function pageLink(header: string | null, rel: string, base: URL): URL | null {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!new RegExp(`;\\s*rel="?${rel}"?\\s*(?:[;,]|$)`, "i").test(parameters)) continue;
    if (!URL.canParse(target, base.href)) return null;
    const url = new URL(target, base);
    return url.origin === base.origin ? url : null;
  }
  return null;
}
