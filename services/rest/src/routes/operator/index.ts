import type { Database, MailQueue } from "@jetwire/db";
import type { AccountingWatch } from "@jetwire/health";
import type { Limiters, RedisClient, Stores } from "@jetwire/redis";
import { mailIsConfigured, type Metrics } from "@jetwire/runtime";
import type { AccountChanges } from "../../admission/account-changes.ts";
import type { StationChanges } from "../../admission/station-changes.ts";
import type { RestConfig } from "../../config.ts";
import type { Read } from "../../database-reader.ts";
import type { FilterReader } from "../../messages/message-filter.ts";
import type { Route } from "../../route.ts";
import { operatorAccountRoutes } from "./accounts.ts";
import { announcementRoutes } from "./announcements.ts";
import { auditLogRoutes } from "./audit-log.ts";
import { blockRoutes } from "./blocks.ts";
import { operatorReportRoutes } from "./chat-reports.ts";
import { operatorClaimRoutes } from "./claims.ts";
import { cspReportRoutes } from "./csp-reports.ts";
import { deadLetterRoutes } from "./dead-letters.ts";
import { operatorEligibilityRoutes } from "./eligibility.ts";
import { healthAlertRoutes } from "./health-alerts.ts";
import { operatorIdentityRoutes } from "./identities.ts";
import { invitationRoutes } from "./invitations.ts";
import { operatorKeyRoutes } from "./keys.ts";
import { matchingRedactionRoutes } from "./matching-redactions.ts";
import { overviewRoutes } from "./overview.ts";
import { redactionRoutes } from "./redactions.ts";
import { operatorStationKeyRoutes } from "./station-keys.ts";
import { operatorStationRoutes } from "./stations.ts";
import { storageRoutes } from "./storage.ts";
import { operatorTokenRoutes, type TokenServices } from "./tokens.ts";

/** Gives the operator's routes access to the stores. */
export interface OperatorServices {
  readonly config: Pick<
    RestConfig,
    "PUBLIC_URL" | "REST_REPLICAS" | "SMTP_URL" | "STREAM_PARTITIONS"
  >;
  readonly read: Read;
  /** Reads and writes the primary. */
  readonly write: Read;
  readonly filters: FilterReader;
  readonly changes: AccountChanges;
  readonly stationChanges: StationChanges;
  readonly stores: Stores;
  readonly limiters: Limiters;
  readonly metrics: Metrics;
  readonly accounting: AccountingWatch;
  readonly mails: MailQueue;
  readonly tokens: TokenServices;
  /** The stores that the status asks. */
  readonly status: {
    /** The primary. */
    readonly database: Pick<Database, "answers" | "withQueryDeadline">;
    readonly replica: Pick<Database, "answers"> | null;
    readonly redis: RedisClient;
  };
}

/** `/v1/operator`: what operators see and do. */
export function operatorRoutes(services: OperatorServices): Route[] {
  const { config, read, write, filters, changes, stationChanges, stores } = services;
  const { limiters, metrics, accounting } = services;
  const { cspReports } = stores;
  const partitions = config.STREAM_PARTITIONS;
  const sources = { ...services.status, stores, partitions, accounting, read: write };
  const mailOrigin = mailIsConfigured(config) ? (config.PUBLIC_URL ?? null) : null;
  return [
    ...overviewRoutes(write, sources),
    ...storageRoutes(write),
    ...deadLetterRoutes(write),
    ...operatorClaimRoutes(write, { changes, stationChanges, mailOrigin }),
    ...operatorReportRoutes(write, changes),
    ...operatorAccountRoutes(write, changes, stores.erasure),
    ...invitationRoutes(write, services.mails, config),
    ...operatorIdentityRoutes(write, changes),
    ...operatorEligibilityRoutes(write),
    ...operatorStationRoutes(write, stationChanges, stores.erasure),
    ...operatorStationKeyRoutes(write, stationChanges),
    ...operatorKeyRoutes(write, changes),
    ...operatorTokenRoutes(write, services.tokens),
    ...blockRoutes(write, stores),
    ...redactionRoutes(write),
    ...matchingRedactionRoutes(write, filters),
    ...announcementRoutes(read, write),
    ...healthAlertRoutes(write, mailIsConfigured(config)),
    ...auditLogRoutes(write),
    ...cspReportRoutes({ cspReports, limiters }, config.REST_REPLICAS, metrics),
  ];
}
