import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../../admission/account-changes.ts";
import { requireOperatorSignIn, requireRecentSignIn } from "../../admission/recent-sign-in.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction, requireFound } from "./operator-actor.ts";

const keysMax = 500;

/** `/v1/operator/keys` and `/v1/operator/tiers`: API keys of all accounts, and their limits. */
export function operatorKeyRoutes(write: Read, changes: AccountChanges): Route[] {
  return [
    route(endpoints.listOperatorKeys, async ({ query: { account: accountId, tier } }) => {
      const selection = { accountId, tier, limit: keysMax };
      return { body: await write((sql) => db.apiKeys.listForOperator(sql, selection)) };
    }),
    route(endpoints.issueOperatorKey, async ({ body }, principal) => {
      // A key that was taken must not make others like it.
      if (body.scopes.includes("operate")) requireRecentSignIn(principal);
      else requireOperatorSignIn(principal);
      const { accountId, tier, scopes, label = null, expiresAt, reason } = body;
      const key = makeApiKey();
      const toAdd = {
        accountId,
        tier,
        scopes,
        label,
        keyHash: hashApiKey(key),
        hint: apiKeyHint(key),
        expiresAt: expiresAt ?? null,
        actor: actorOf(principal, reason),
      };
      const added = await write(async (sql) => {
        const account = await db.accounts.readForOperator(sql, accountId);
        const { role } = requireFound(account?.endedAt === null ? account : null, "Account");
        if (scopes.includes("operate") && role !== "operator") {
          throw refusedAction("scopes", "must not have operate: the account is not an operator's");
        }
        return await db.apiKeys.issue(sql, toAdd);
      });
      if (added === null) throw refusedAction("tier", "is not the name of a tier");
      changes.notificationAdded(accountId);
      return { body: { id: added.id, key } };
    }),
    route(endpoints.reissueOperatorKey, async ({ params: { id }, body }, principal) => {
      const key = makeApiKey();
      const made = { keyHash: hashApiKey(key), hint: apiKeyHint(key) };
      const reissued = await write(async (sql) => {
        const scopes = requireFound(await db.apiKeys.scopesOf(sql, id), "API key");
        if (scopes.includes("operate")) requireRecentSignIn(principal);
        else requireOperatorSignIn(principal);
        return await db.apiKeys.reissue(sql, id, made, actorOf(principal, body.reason));
      });
      const { accountId, id: newId } = requireFound(reissued, "Active API key");
      changes.keyRevoked(id, accountId);
      return { body: { id: newId, key, revoked: id } };
    }),
    route(endpoints.revokeOperatorKey, async ({ params: { id }, body }, principal) => {
      const actor = actorOf(principal, body.reason);
      const owner = await write(async (sql) => {
        const accountId = requireFound(await db.apiKeys.ownerOf(sql, id), "API key");
        await db.apiKeys.revoke(sql, id, undefined, actor);
        return accountId;
      });
      changes.keyRevoked(id, owner);
      return { body: undefined };
    }),
    route(endpoints.listTiers, async () => ({ body: await write(db.tiers.list) })),
    route(endpoints.setTier, async ({ params: { name }, body }, principal) => {
      const { requestsPerMinute, reason } = body;
      const actor = actorOf(principal, reason);
      await write((sql) => db.tiers.set(sql, { name, requestsPerMinute }, actor));
      return { body: undefined };
    }),
    route(endpoints.removeTier, async ({ params: { name }, body }, principal) => {
      if (name === db.tiers.feederTier) throw new AppError("conflict", "The tier of feeders stays");
      const actor = actorOf(principal, body.reason);
      const removal = await write((sql) => db.tiers.remove(sql, name, actor));
      if (removal === "unknown") throw new AppError("not_found", "Tier not found");
      if (removal === "in-use") throw new AppError("conflict", "Keys are of this tier");
      return { body: undefined };
    }),
  ];
}
