import { createHmac, timingSafeEqual } from "node:crypto";
import * as db from "@jetwire/db";
import type { WebSession } from "@jetwire/db";
import { AppError } from "@jetwire/protocol";
import { createBoundedMap } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { originOf } from "../http/request-origin.ts";
import type { RestRequest } from "../route.ts";
import { type CookieValue, makeCookieValue, readCookie, setCookie } from "./cookies.ts";
import type { FailureLimit } from "./failure-limit.ts";

/** The parts of a request that its session is found by. */
export type CookieRequest = Pick<RestRequest, "header" | "address">;

/** A request whose cookie is looked up; the look-ups of an address are limited. */
export type SessionRequest = CookieRequest & Pick<RestRequest, "ip">;

/** A session, and the cookie that it was found by. */
export interface CookieSession extends WebSession {
  readonly cookie: CookieValue;
}

/** The headers of an answer that sets cookies. */
export type CookieHeaders = Readonly<Record<"Set-Cookie", readonly string[]>>;

const cookiesMax = 10_000;
const unknownMs = 60_000;
const knownMs = 900_000;

export type WebSessions = ReturnType<typeof createWebSessions>;

/**
 * Creates the sessions of the web page, which a cookie holds. Every method throws AppError
 * `unavailable` without Postgres.
 *
 * @param write reads and writes the primary
 * @param failures limits look-ups of cookies that no session has
 */
export function createWebSessions(write: Read, failures: Pick<FailureLimit, "check">) {
  // By hashes of cookies. A cookie without a session never gets one, so it is looked up once a minute;
  // one that had a session lately is not limited, whatever its neighbours send.
  const unknown = createBoundedMap<string, true>({ entriesMax: cookiesMax, ttlMs: unknownMs });
  const known = createBoundedMap<string, true>({ entriesMax: cookiesMax, ttlMs: knownMs });

  async function find(request: SessionRequest): Promise<CookieSession | null> {
    const cookie = readCookie(request, "session");
    if (cookie === null) return null;
    const name = cookie.hash.toString("base64url");
    if (unknown.has(name)) return null;
    const read = async () => await write((sql) => db.webSessions.find(sql, cookie.hash));
    const session = known.has(name) ? await read() : await failures.check(request.ip, read);
    if (session === null) {
      known.delete(name);
      unknown.set(name, true);
      return null;
    }
    known.set(name, true);
    return { ...session, cookie };
  }

  return {
    /**
     * Returns the session of a request's cookie; null without a valid one.
     *
     * @throws AppError `rate_limited` if the address has sent too many cookies that are not valid
     */
    find,
    /**
     * Returns the session of a request's cookie if the request may act by it: sent by a page of this
     * origin, with the CSRF token of the session. Null without a valid cookie.
     *
     * @throws AppError `forbidden`, `rate_limited`
     */
    async findToAct(request: SessionRequest): Promise<CookieSession | null> {
      const session = await find(request);
      if (session === null) return null;
      requireOwnPage(request);
      requireCsrfToken(session, request.header("x-csrf-token"));
      return session;
    },
    /**
     * Records a use of a session. Returns the headers that give the browser a new value of the cookie,
     * which happens once a day.
     */
    async use(
      { id, cookie }: CookieSession,
      request: CookieRequest,
    ): Promise<Partial<CookieHeaders>> {
      const next = makeCookieValue();
      const isRenewed = await write((sql) => db.webSessions.use(sql, id, cookie.hash, next.hash));
      return isRenewed ? { "Set-Cookie": [setCookie(request, "session", next)] } : {};
    },
  };
}

/**
 * Refuses requests that no page of this origin has sent, so that another page cannot sign a visitor in
 * or out.
 *
 * @throws AppError `forbidden`
 */
export function requireOwnPage(request: CookieRequest): void {
  if (originOf(request) === "own") return;
  throw new AppError("forbidden", "Only a page of this service may send this request");
}

/** Returns the CSRF token of a session. */
export function csrfTokenOf({ csrfKey }: Pick<WebSession, "csrfKey">): string {
  return createHmac("sha256", csrfKey).update("csrf").digest("base64url");
}

function requireCsrfToken(session: WebSession, given: string | undefined): void {
  const [expected, sent] = [Buffer.from(csrfTokenOf(session)), Buffer.from(given ?? "")];
  if (expected.length === sent.length && timingSafeEqual(expected, sent)) return;
  const message = "X-CSRF-Token must be the csrfToken of GET /v1/auth/session";
  throw new AppError("forbidden", message);
}
