import { listClaims, requestClaim } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/**
 * Claims of stations. The operator decides them, because nothing that a feed carries proves whose it
 * is: idents are public, and the addresses of datagrams can be forged. `ask` is of the primary.
 */
export function claimRoutes(ask: Read): Route[] {
  return [
    route(endpoints.claimStation, async ({ params: { id: stationId }, body }, { accountId }) => {
      const { note = null } = body;
      const requested = await ask((sql) => requestClaim(sql, { stationId, accountId, note }));
      switch (requested.outcome) {
        case "requested":
          return { body: requested.claim };
        case "unknown-station":
          throw new AppError("not_found", "There is no such station");
        case "owned":
          throw new AppError("forbidden", "The station has an owner: ask the operator to move it");
        case "too-many":
          throw new AppError("forbidden", "Too many of your claims wait already");
      }
    }),
    route(endpoints.listClaims, async (_asked, { accountId }) => ({
      body: await ask((sql) => listClaims(sql, accountId)),
    })),
  ];
}
