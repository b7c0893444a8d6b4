import { type CookieValue, makeCookieValue, readCookie, setCookie } from "./cookies.ts";
import type { CookieHeaders, CookieRequest } from "./web-sessions.ts";

/**
 * Returns the cookie that binds what happens before a sign-in to the browser: its own, or a new one,
 * and the headers that set it.
 */
export function bindBrowser(request: CookieRequest): {
  readonly browser: CookieValue;
  readonly headers: CookieHeaders;
} {
  const browser = readCookie(request, "before") ?? makeCookieValue();
  return { browser, headers: { "Set-Cookie": [setCookie(request, "before", browser)] } };
}
