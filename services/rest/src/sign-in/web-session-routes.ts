import * as db from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../admission/account-changes.ts";
import { clearCookie } from "../admission/cookies.ts";
import { csrfTokenOf, type WebSessions } from "../admission/web-sessions.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { readSignInMethods, type SignInConfig } from "./sign-in-methods.ts";

/** Gives the routes access to sessions of the web page. */
export interface WebSessionServices {
  /** Writes to the primary. */
  readonly write: Read;
  readonly webSessions: WebSessions;
  readonly changes: AccountChanges;
  readonly config: SignInConfig;
}

/** `/v1/auth/session`: who is signed in on the web page, and how to sign out. */
export function webSessionRoutes(services: WebSessionServices): Route[] {
  const { config, write, webSessions, changes } = services;
  return [
    route(endpoints.readSignedIn, async (request) => {
      const session = await webSessions.find(request);
      const methods = readSignInMethods(config, request);
      if (session === null) {
        return { body: { user: null, csrfToken: null, signedInAt: null, methods } };
      }
      const { accountId: id, username, role, signedInAt } = session;
      return {
        body: {
          user: { id, username, role },
          csrfToken: csrfTokenOf(session),
          signedInAt,
          methods,
        },
      };
    }),
    route(endpoints.signOut, async (request) => {
      const session = await webSessions.findToAct(request);
      if (session !== null) {
        await write((sql) => db.webSessions.end(sql, session.id));
        changes.sessionEnded(session.accountId);
      }
      return { body: undefined, headers: { "Set-Cookie": clearCookie(request, "session") } };
    }),
    route(endpoints.listActiveSessions, async (_request, { accountId, tokenId }) => ({
      body: await write((sql) => db.webSessions.list(sql, accountId, tokenId)),
    })),
    route(endpoints.signOutEverywhere, async (request, { accountId }) => {
      const actor = { kind: "account", id: accountId } as const;
      await write((sql) => db.webSessions.endAll(sql, accountId, actor));
      changes.sessionEnded(accountId);
      return { body: undefined, headers: { "Set-Cookie": clearCookie(request, "session") } };
    }),
  ];
}
