import type { Limiters } from "@jetwire/redis";
import type { AccountChanges } from "../admission/account-changes.ts";
import type { StationChanges } from "../admission/station-changes.ts";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import type { MessageReading } from "../messages/message-reading.ts";
import { ownNetworkRoutes } from "../own-network/own-network-routes.ts";
import type { Route } from "../route.ts";
import type { SignInServices } from "../sign-in/sign-in-routes.ts";
import { claimRoutes } from "../station-claims/claim-routes.ts";
import { stationCellsRoute } from "../station-facts/cells-route.ts";
import { networkCellsRoute } from "../station-facts/network-cells-route.ts";
import { stationCoverageRoute } from "../station-facts/coverage-route.ts";
import { receiptsRoute } from "../station-facts/receipts-route.ts";
import { stationGapsRoute } from "../station-facts/gaps-route.ts";
import { stationRejectsRoute } from "../station-facts/station-rejects-route.ts";
import { stationStatsRoute } from "../station-facts/station-stats-route.ts";
import { stationTransferRoutes } from "../station-transfers/transfer-routes.ts";
import { stationKeyRoutes } from "./station-key-routes.ts";
import { stationRoutes } from "./station-routes.ts";
import { stationStatusRoutes } from "./station-status-routes.ts";

/** Gives the routes of stations access to the stores. */
export interface StationServices {
  readonly config: RestConfig;
  readonly read: Read;
  /** Reads and writes the primary. */
  readonly write: Read;
  readonly reading: MessageReading;
  readonly limiters: Limiters;
  readonly signIn: SignInServices;
  readonly changes: AccountChanges;
  readonly stationChanges: StationChanges;
}

/** Stations, what is measured of them, and who owns them. */
export function stationTopic(services: StationServices): Route[] {
  const { config, read, write, reading, limiters, signIn, changes, stationChanges } = services;
  return [
    ...stationRoutes({ read, write, changes: stationChanges }, reading.pages, reading.visibility),
    ...stationKeyRoutes(write, stationChanges),
    ...stationStatusRoutes(read, limiters, config),
    stationStatsRoute(read),
    stationCoverageRoute(read),
    stationCellsRoute(read),
    networkCellsRoute(read),
    stationGapsRoute(read),
    receiptsRoute(read),
    stationRejectsRoute(read),
    ...claimRoutes({
      write,
      changes,
      failures: signIn.failures,
      publicUrl: config.PUBLIC_URL,
      secret: config.INGEST_ADDRESS_SECRET,
    }),
    ...stationTransferRoutes({ ...signIn, changes }),
    ...ownNetworkRoutes({ write, limiters }, config),
  ];
}
