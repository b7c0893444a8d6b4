import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AppError, endpoints, type OperatorAccount } from "@jetwire/protocol";
import type { RedisErasure } from "@jetwire/redis";
import type { AccountChanges } from "../../admission/account-changes.ts";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { Read } from "../../database-reader.ts";
import { pageOf } from "../../http/page-links.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction, requireFound } from "./operator-actor.ts";

/** `/v1/operator/accounts`: accounts, and what an operator may do to them. */
export function operatorAccountRoutes(
  write: Read,
  changes: AccountChanges,
  redisErasure: RedisErasure,
): Route[] {
  return [
    route(endpoints.listOperatorAccounts, async (request) => {
      const { query } = request;
      const page = { ...query, limit: query.limit + 1 };
      const rows = await write((sql) => db.accounts.listForOperator(sql, page));
      return pageOf(rows, request);
    }),
    route(endpoints.addOperatorAccount, async ({ body: { username, reason } }, principal) => {
      const account = await write(async (sql) => {
        const added = await db.accounts.add(sql, username, actorOf(principal, reason));
        if (added === null) throw nameTaken(username);
        return requireFound(await db.accounts.readForOperator(sql, added.id), "Account");
      });
      return { body: account };
    }),
    route(endpoints.changeOperatorAccount, async ({ params: { id }, body }, principal) => {
      const { username, role, tier, banned, reason } = body;
      if (role !== undefined) requireOperatorSignIn(principal);
      if (role !== undefined && id === principal.accountId) {
        throw refusedAction("role", "cannot be changed by yourself: another operator has to do it");
      }
      const actor = actorOf(principal, reason);
      const changed = await write(async (sql) => {
        await requireActive(sql, id);
        if (tier !== undefined && !(await db.accounts.setKeyTier(sql, id, tier, actor))) {
          throw refusedAction("tier", "is not the name of a tier");
        }
        if (username !== undefined) {
          const renamed = await db.accounts.rename(sql, id, username, actor);
          if (renamed === "taken") throw nameTaken(username);
        }
        if (banned !== undefined) await db.sessions.setBanned(sql, id, banned, actor);
        if (role !== undefined) await db.accounts.setRole(sql, id, role, actor);
        return requireFound(await db.accounts.readForOperator(sql, id), "Account");
      });
      if (username === undefined) changes.sessionEnded(id);
      else changes.accountChanged(id);
      return { body: changed };
    }),
    route(endpoints.signOutAccount, async ({ params: { id }, body }, principal) => {
      await write(async (sql) => {
        await requireActive(sql, id);
        await db.webSessions.endAll(sql, id, actorOf(principal, body.reason));
      });
      changes.sessionEnded(id);
      return { body: undefined };
    }),
    route(endpoints.endAccount, async ({ params: { id }, body }, principal) => {
      requireOperatorSignIn(principal);
      refuseOwn(id, principal.accountId);
      await write(async (sql) => {
        const { username } = await requireActive(sql, id);
        await db.accounts.end(sql, username, actorOf(principal, body.reason));
      });
      changes.accountChanged(id);
      return { body: undefined };
    }),
    route(endpoints.eraseAccount, async ({ params: { id }, body }, principal) => {
      requireOperatorSignIn(principal);
      refuseOwn(id, principal.accountId);
      const erasure = await write(async (sql) => {
        const { username } = requireFound(await db.accounts.readForOperator(sql, id), "Account");
        if (![id, username.toLowerCase()].includes(body.confirm.toLowerCase())) {
          throw refusedAction("confirm", "must be the username or the id of the account");
        }
        return await db.erasures.beginForAccount(sql, id, actorOf(principal, body.reason));
      });
      changes.accountChanged(id);
      // Chores does it again, so a failure is not an error.
      redisErasure.account(id).catch(() => {});
      const { objectId: _account, ...begun } = requireFound(erasure, "Account");
      return { body: begun };
    }),
  ];
}

function nameTaken(username: string): AppError {
  return new AppError("conflict", `An account ${username} already exists`);
}

async function requireActive(sql: Sql, id: string): Promise<OperatorAccount> {
  const account = await db.accounts.readForOperator(sql, id);
  return requireFound(account?.endedAt === null ? account : null, "Account that has not ended");
}

function refuseOwn(id: string, accountId: string): void {
  if (id === accountId) throw refusedAction("id", "must not be your own account");
}
