import type { Database } from "@jetwire/db";
import type { Limiters, RedisClient, Stores } from "@jetwire/redis";
import type { Metrics } from "@jetwire/runtime";
import type { AccountChanges } from "../../admission/account-changes.ts";
import type { StationChanges } from "../../admission/station-changes.ts";
import type { RestConfig } from "../../config.ts";
import type { Read } from "../../database-reader.ts";
import { createAccountingWatch } from "../../overview/accounting-watch.ts";
import type { Route } from "../../route.ts";
import { operatorAccountRoutes } from "./accounts.ts";
import { announcementRoutes } from "./announcements.ts";
import { auditLogRoutes } from "./audit-log.ts";
import { blockRoutes } from "./blocks.ts";
import { operatorReportRoutes } from "./chat-reports.ts";
import { operatorClaimRoutes } from "./claims.ts";
import { cspReportRoutes } from "./csp-reports.ts";
import { deadLetterRoutes } from "./dead-letters.ts";
import { operatorKeyRoutes } from "./keys.ts";
import { overviewRoutes } from "./overview.ts";
import { redactionRoutes } from "./redactions.ts";

/** Gives the operator's routes access to the stores. */
export interface OperatorServices {
  readonly config: Pick<RestConfig, "REST_REPLICAS" | "STREAM_PARTITIONS">;
  readonly read: Read;
  /** Reads and writes the primary. */
  readonly write: Read;
  readonly changes: AccountChanges;
  readonly stationChanges: StationChanges;
  readonly stores: Stores;
  readonly limiters: Limiters;
  readonly metrics: Metrics;
  /** The stores that the status asks. */
  readonly status: {
    readonly database: Pick<Database, "answers" | "withQueryDeadline">;
    readonly redis: RedisClient;
  };
}

/** `/v1/operator`: what operators see and do. */
export function operatorRoutes(services: OperatorServices): Route[] {
  const { config, read, write, changes, stores, limiters, metrics } = services;
  const { streams, cspReports } = stores;
  const partitions = config.STREAM_PARTITIONS;
  const accounting = createAccountingWatch(write, streams, partitions);
  const sources = { ...services.status, streams, partitions, stores, accounting, read: write };
  return [
    ...overviewRoutes(write, sources),
    ...deadLetterRoutes(write),
    ...operatorClaimRoutes(write, changes, services.stationChanges),
    ...operatorReportRoutes(write, changes),
    ...operatorAccountRoutes(write, changes, stores.erasure),
    ...operatorKeyRoutes(write, changes),
    ...blockRoutes(write, stores),
    ...redactionRoutes(write),
    ...announcementRoutes(read, write),
    ...auditLogRoutes(write),
    ...cspReportRoutes({ cspReports, limiters }, config.REST_REPLICAS, metrics),
  ];
}
