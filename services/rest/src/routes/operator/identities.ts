import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../../admission/account-changes.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

const identitiesMax = 1_000;

/** `/v1/operator/identities`: users of other issuers of tokens, linked to accounts. */
export function operatorIdentityRoutes(write: Read, changes: AccountChanges): Route[] {
  return [
    route(endpoints.listOperatorIdentities, async ({ query: { account } }) => {
      const page = { accountId: account, limit: identitiesMax };
      const identities = await write((sql) => db.identities.list(sql, page));
      return {
        body: identities.map(({ accountId, username, ...identity }) => ({
          account: { id: accountId, username },
          ...identity,
        })),
      };
    }),
    route(endpoints.linkOperatorIdentity, async ({ body }, principal) => {
      const { accountId, issuer, subject, reason } = body;
      const isLinked = await write(async (sql) => {
        requireFound(await db.accounts.findById(sql, accountId), "Account");
        return await db.identities.link(
          sql,
          accountId,
          { issuer, subject },
          actorOf(principal, reason),
        );
      });
      if (!isLinked) {
        const message = `The subject ${subject} of ${issuer} is linked to another account`;
        throw new AppError("conflict", message);
      }
      return { body: undefined };
    }),
    route(endpoints.unlinkOperatorIdentity, async ({ body }, principal) => {
      const { accountId, issuer, subject, reason } = body;
      const actor = actorOf(principal, reason);
      const isUnlinked = await write((sql) =>
        db.identities.unlink(sql, accountId, { issuer, subject }, actor),
      );
      if (!isUnlinked) {
        throw new AppError("not_found", `The subject ${subject} of ${issuer} is not linked to it`);
      }
      changes.sessionEnded(accountId);
      return { body: undefined };
    }),
  ];
}
