import { publishedKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints, type SessionGrant } from "@jetwire/protocol";
import { CachedValue } from "@jetwire/runtime";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { AnonymousSessions } from "../admission/anonymous-sessions.ts";
import type { RequestAdmission } from "../admission/admission.ts";
import { clearCookie, readCookie } from "../admission/cookies.ts";
import type { SessionGrants } from "../admission/session-grants.ts";
import type { CookieSession, WebSessions } from "../admission/web-sessions.ts";
import type { Read } from "../database-reader.ts";
import { sentCredential } from "../http/sent-credential.ts";
import { type JsonAnswer, type RestRequest, type Route, route } from "../route.ts";

const jwksTtlMs = 5_000;
/** Much shorter than a new key is published before it signs. */
const jwksHeaders = { "Cache-Control": "public, max-age=300" };

/** The issuers of sessions, by what they are opened with: anonymous ones are admitted first. */
export interface SessionIssuers {
  readonly webSessions: WebSessions;
  readonly anonymousSessions: AnonymousSessions;
  readonly grants: SessionGrants;
}

/**
 * `/v1/auth/sessions`: sessions, opened with an API key, or by the web page with its cookie or
 * anonymously, and the keys that verify their tokens.
 *
 * @param write writes to the primary
 */
export function sessionRoutes(
  write: Read,
  { authenticate, limits, failures, principalOf }: RequestAdmission,
  { webSessions, anonymousSessions, grants }: SessionIssuers,
  changes: AccountChanges,
): Route[] {
  const jwks = new CachedValue(
    async () => (await write(db.signingKeys.listForVerifying)).map(publishedKey),
    {
      ttlMs: jwksTtlMs,
    },
  );

  async function openByKey(request: RestRequest): Promise<JsonAnswer<SessionGrant>> {
    const principal = await authenticate(sentCredential(request), request.ip);
    const headers: Record<string, string> = {};
    await limits.consume(principal, (name, value) => (headers[name] = value));
    const grant = principal.by === "key" ? await grants.open(principal) : null;
    if (grant !== null) return { body: grant, headers };
    throw new AppError("forbidden", "A session requires an API key of an active account");
  }

  async function openByCookie(
    session: CookieSession,
    request: RestRequest,
  ): Promise<JsonAnswer<SessionGrant>> {
    const principal = await principalOf(session);
    if (principal === null) throw new AppError("unauthorized", "The session has ended");
    const headers: Record<string, string> = {};
    await limits.consume(principal, (name, value) => (headers[name] = value));
    const cookies = await webSessions.use(session, request);
    return { body: await grants.openByCookie(session), headers: { ...headers, ...cookies } };
  }

  return [
    route(endpoints.openSession, async (request) => {
      if (sentCredential(request) !== undefined) return await openByKey(request);
      const session = await webSessions.findToAct(request);
      if (session !== null) return await openByCookie(session, request);
      // A page that sends a CSRF token was signed in: it must learn that it no longer is.
      if (request.header("x-csrf-token") !== undefined) {
        throw new AppError("unauthorized", "The session has ended: sign in again");
      }
      await anonymousSessions.admit(request);
      const isStale = readCookie(request, "session") !== null;
      const headers = isStale ? { "Set-Cookie": clearCookie(request, "session") } : {};
      return { body: await grants.openAnonymous(), headers };
    }),
    route(endpoints.refreshSession, async ({ body: { refreshToken }, ip }) => {
      const grant = await failures.check(ip, async () => await grants.renew(refreshToken));
      if (grant !== null) return { body: grant };
      throw new AppError("unauthorized", "The refresh token is not valid: open a new session");
    }),
    route(endpoints.endSession, async (_request, { tokenId, accountId, expiresAtMs }) => {
      await write((sql) => db.sessions.end(sql, tokenId, new Date(expiresAtMs)));
      changes.sessionEnded(accountId);
      return { body: undefined };
    }),
    route(endpoints.readJwks, async () => ({
      body: { keys: await jwks.get() },
      headers: jwksHeaders,
    })),
  ];
}
