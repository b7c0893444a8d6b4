import { type PublishedKey, publishedKey } from "@jetwire/auth";
import { endSession, listVerifyKeys } from "@jetwire/db";
import { AppError, endpoints, type SessionGrant } from "@jetwire/protocol";
import type { Authenticate } from "../admission/authenticate.ts";
import type { FailureLimit } from "../admission/failure-limit.ts";
import { limitRequest, type RequestLimits } from "../admission/request-limits.ts";
import type { Read } from "../database-reader.ts";
import { type Asked, type Route, route, type WholeAnswer } from "../route.ts";
import { isSameOrigin } from "../admission/same-origin.ts";
import type { SessionGrants } from "../admission/session-grants.ts";

export interface SessionRouteSteps {
  readonly grants: SessionGrants;
  readonly authenticate: Authenticate;
  readonly limits: RequestLimits;
  readonly failures: FailureLimit;
  /** Counts a viewer's session of an address. @returns whether it is within the limit */
  takeViewerSession(ip: string): Promise<boolean>;
  /** Whether the web page may be looked at without signing in. */
  readonly isPublic: boolean;
  /** Asks the primary. */
  readonly ask: Read;
  /** Tells whom it may concern that a user's session has ended. */
  ended(accountId: string): void;
  /** Unix ms. */
  now(): number;
}

const jwksKeptMs = 5_000;
/** Far less than a new key is shown before it signs. */
const jwksHeaders = { "Cache-Control": "public, max-age=300" };

/** Sessions: opened by an API key, or by the web page for whoever looks at it. */
export function sessionRoutes(steps: SessionRouteSteps): Route[] {
  const { grants, authenticate, limits, failures, ask } = steps;
  let jwks: { keys: PublishedKey[]; atMs: number } | undefined;

  async function openByKey(asked: Asked): Promise<WholeAnswer<SessionGrant>> {
    const principal = await authenticate(asked.header("authorization"), asked.ip);
    const headers: Record<string, string> = {};
    await limitRequest(limits, principal, (name, value) => (headers[name] = value));
    const grant = principal.by === "key" ? await grants.open(principal) : null;
    if (grant !== null) return { body: grant, headers };
    throw new AppError(
      "forbidden",
      "A session is opened with an API key of an account in standing",
    );
  }

  async function openByPage(asked: Asked): Promise<WholeAnswer<SessionGrant>> {
    if (!steps.isPublic || !isSameOrigin(asked)) {
      throw new AppError("unauthorized", "An API key is required: Authorization: Bearer <API key>");
    }
    if (await steps.takeViewerSession(asked.ip)) return { body: await grants.openViewer() };
    throw new AppError("rate_limited", "Too many sessions from this address");
  }

  return [
    route(endpoints.openSession, async (asked) => {
      const opening = asked.header("authorization") === undefined ? openByPage : openByKey;
      return await opening(asked);
    }),
    route(endpoints.refreshSession, async ({ body: { refreshToken }, ip }) => {
      const tried = await failures.begin(ip);
      const grant = await grants.renew(refreshToken);
      if (grant !== null) {
        tried.succeeded();
        return { body: grant };
      }
      tried.failed();
      throw new AppError("unauthorized", "The refresh token renews nothing: open a new session");
    }),
    route(endpoints.endSession, async (_asked, { tokenId, accountId, expiresAtMs }) => {
      await ask((sql) => endSession(sql, tokenId, new Date(expiresAtMs)));
      steps.ended(accountId);
      return { body: undefined };
    }),
    route(endpoints.readJwks, async () => {
      if (jwks === undefined || steps.now() - jwks.atMs > jwksKeptMs) {
        const keys = (await ask((sql) => listVerifyKeys(sql))).map(publishedKey);
        jwks = { keys, atMs: steps.now() };
      }
      return { body: { keys: jwks.keys }, headers: jwksHeaders };
    }),
  ];
}
