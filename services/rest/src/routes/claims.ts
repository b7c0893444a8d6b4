import { listClaims, requestClaim } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/**
 * Claims of stations. The operator decides them, because a feed does not prove its owner: idents are
 * public, and the source addresses of datagrams can be forged.
 *
 * @param write writes to the primary
 */
export function claimRoutes(write: Read): Route[] {
  return [
    route(endpoints.claimStation, async ({ params: { id: stationId }, body }, { accountId }) => {
      const { note = null } = body;
      const result = await write((sql) => requestClaim(sql, { stationId, accountId, note }));
      switch (result.status) {
        case "requested":
          return { body: result.claim };
        case "unknown-station":
          throw new AppError("not_found", "Station not found");
        case "owned":
          throw new AppError("forbidden", "The station has an owner: ask the operator to move it");
        case "too-many":
          throw new AppError("forbidden", "Too many of your claims are pending");
      }
    }),
    route(endpoints.listClaims, async (_request, { accountId }) => ({
      body: await write((sql) => listClaims(sql, accountId)),
    })),
  ];
}
