/**
 * Returns where to go after a sign-in: a path of this page, never another site.
 *
 * @param given the `next` of the address, which anybody may have written
 */
export function nextPath(given: string | undefined, origin: string): string {
  if (given === undefined || !given.startsWith("/") || !URL.canParse(given, origin)) return "/desk";
  const url = new URL(given, origin);
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/desk";
  if (/^\/(?:sign-in|sign-up|link|stop)(?:\/|$)/.test(url.pathname)) return "/desk";
  return url.pathname + url.search + url.hash;
}
