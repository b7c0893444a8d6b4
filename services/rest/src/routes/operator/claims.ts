import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { AccountChanges } from "../../admission/account-changes.ts";
import type { StationChanges } from "../../admission/station-changes.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf } from "./operator-actor.ts";

/** Tells users and processes of what was decided. */
export interface ClaimRouteServices {
  readonly changes: AccountChanges;
  readonly stationChanges: StationChanges;
  /** The origin of the web page; null if no mail is sent. */
  readonly mailOrigin: string | null;
}

/** `/v1/operator/claims` and `/v1/operator/disputes`: who owns a station, where an operator decides it. */
export function operatorClaimRoutes(
  write: Read,
  { changes, stationChanges, mailOrigin }: ClaimRouteServices,
): Route[] {
  return [
    route(endpoints.listWaitingClaims, async () => ({ body: await write(db.claims.listWaiting) })),
    route(endpoints.decideClaim, async ({ params: { id }, body }, principal) => {
      const { approved, reason } = body;
      const actor = actorOf(principal, reason);
      const decision = await write((sql) =>
        db.claims.decide(sql, { id, approved, actor, mailOrigin }),
      );
      if (decision.status !== "decided") {
        if (decision.status === "unknown") throw unknownClaim();
        throw new AppError("conflict", "The station has an owner by now: reject the claim");
      }
      changes.notificationAdded(decision.accountId);
      if (decision.displacedId !== null) changes.notificationAdded(decision.displacedId);
      // Keys of an owner who has lost it are revoked.
      stationChanges.stationChanged(decision.stationId);
      return { body: undefined };
    }),
    route(endpoints.listWaitingDisputes, async () => ({
      body: await write(db.claims.listDisputes),
    })),
    route(endpoints.decideDispute, async ({ params: { id }, body }, principal) => {
      const { upheld, reason } = body;
      const actor = actorOf(principal, reason);
      const { accountId, stationId } = await write(async (sql) => {
        const decided = await db.claims.decideDispute(sql, id, upheld, actor);
        if (decided === null)
          throw new AppError("not_found", "There is no such dispute that waits");
        await db.notifications.add(sql, {
          userId: decided.accountId,
          type: "claim.decided",
          title: upheld ? "Station taken back" : "Dispute dismissed",
          body: `Station ${decided.ident} is ${upheld ? "no longer" : "still"} yours. ${reason}`,
          data: { stationId: decided.stationId, ident: decided.ident, upheld },
        });
        return decided;
      });
      changes.notificationAdded(accountId);
      stationChanges.stationChanged(stationId);
      return { body: undefined };
    }),
  ];
}

function unknownClaim(): AppError {
  return new AppError("not_found", "There is no such claim that waits");
}
