import * as db from "@jetwire/db";
import { readCookie } from "../admission/cookies.ts";
import type { CookieRequest } from "../admission/web-sessions.ts";
import type { Read } from "../database-reader.ts";

/**
 * Returns the function that takes a challenge, once, if it was made for the browser that has sent the
 * request.
 */
export function consumeOfBrowser(
  write: Read,
  request: CookieRequest,
  kind: Parameters<typeof db.signIn.consumeChallenge>[1]["kind"],
) {
  const browser = readCookie(request, "before");
  return async (challengeHash: Buffer) => {
    if (browser === null) return null;
    const browserHash = browser.hash;
    return await write((sql) =>
      db.signIn.consumeChallenge(sql, { challengeHash, kind, browserHash }),
    );
  };
}
