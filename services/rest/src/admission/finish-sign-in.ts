import { randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { AccountChanges } from "./account-changes.ts";
import { clearCookie, makeCookieValue, readCookie, setCookie } from "./cookies.ts";
import { userAgentFamily } from "./user-agent.ts";
import type { CookieHeaders, CookieRequest } from "./web-sessions.ts";

/**
 * Signs an account in: the last step of every sign-in method. The browser gets a new cookie, and the session
 * that it had before ends, so that an id from before is never accepted.
 *
 * @returns headers for the answer
 * @throws AppError `forbidden` if the account has ended or is banned
 */
export type FinishSignIn = (request: CookieRequest, accountId: string) => Promise<CookieHeaders>;

export function createFinishSignIn(
  write: Read,
  changes: Pick<AccountChanges, "sessionEnded">,
): FinishSignIn {
  return async (request, accountId) => {
    const cookie = makeCookieValue();
    const { isOpen, endedAccountId } = await write((sql) =>
      db.webSessions.open(sql, {
        accountId,
        idHash: cookie.hash,
        csrfKey: randomBytes(32),
        userAgent: userAgentFamily(request.header("user-agent")),
        earlierHash: readCookie(request, "session")?.hash ?? null,
      }),
    );
    if (endedAccountId !== null) changes.sessionEnded(endedAccountId);
    if (!isOpen) throw new AppError("forbidden", "The account has ended or is banned");
    return {
      "Set-Cookie": [setCookie(request, "session", cookie), clearCookie(request, "before")],
    };
  };
}
