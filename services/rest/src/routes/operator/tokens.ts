import {
  importVerifyKeys,
  type KeySeal,
  makeSigningKey,
  type SigningKey,
  sealStoredKeys,
  verifyToken,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints, sessionTokenSeconds } from "@jetwire/protocol";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { SessionGrants } from "../../admission/session-grants.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

/** Longer than verifiers cache the JWK set. */
const leadSeconds = 600;

/** Issues and signs tokens. */
export interface TokenServices {
  readonly grants: Pick<SessionGrants, "issue" | "signingKeyReplaced">;
  readonly seal: KeySeal;
}

/** `/v1/operator/tokens` and `/v1/operator/signing-keys`: session tokens, and what signs them. */
export function operatorTokenRoutes(write: Read, { grants, seal }: TokenServices): Route[] {
  return [
    route(endpoints.issueSessionToken, async ({ body }, principal) => {
      requireOperatorSignIn(principal);
      const { accountId, ttlSeconds, reason } = body;
      const { username } = await write(async (sql) => {
        const account = requireFound(await db.accounts.findById(sql, accountId), "Account");
        const about = { actor: actorOf(principal, reason), details: { ttlSeconds }, accountId };
        const object = { kind: "account", id: accountId };
        await db.audit.recordAction(sql, { ...about, action: "token.issue", object });
        return account;
      });
      const token = await grants.issue({ userId: accountId, username, ttlSeconds });
      return { body: { token, userId: accountId } };
    }),
    route(endpoints.revokeSessionToken, async ({ body }, principal) => {
      const actor = actorOf(principal, body.reason);
      const { tokenId, userId } = await write(async (sql) => {
        const keys = await importVerifyKeys(await db.signingKeys.listForVerifying(sql));
        const check = await verifyToken(body.token, keys, Date.now());
        if (!check.valid) throw new AppError("not_found", "The token is not valid");
        await db.sessions.revokeToken(
          sql,
          { ...check, expiresAt: new Date(check.expiresAtMs).toISOString() },
          actor,
        );
        return check;
      });
      return { body: { tokenId, userId } };
    }),
    route(endpoints.rotateSigningKey, async ({ body: { now, reason } }, principal) => {
      requireOperatorSignIn(principal);
      const key = seal.seal(await makeSigningKey());
      const times = now
        ? { lead: 0, overlap: 0 }
        : { lead: leadSeconds, overlap: sessionTokenSeconds.max };
      const { signsFrom, othersUntil } = await write(async (sql) => {
        const stored = {
          listAll: () => db.signingKeys.listAll(sql),
          replacePrivate: (after: SigningKey, before: SigningKey) =>
            db.signingKeys.replacePrivateKey(sql, after, before),
        };
        await sealStoredKeys(stored, seal);
        return await db.signingKeys.rotate(sql, key, times, actorOf(principal, reason));
      });
      grants.signingKeyReplaced();
      return {
        body: {
          kid: key.kid,
          signsFrom,
          othersUntil,
        },
      };
    }),
  ];
}
