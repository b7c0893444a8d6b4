export * from "./accounting.ts";
export * from "./accounts.ts";
export * from "./airframes.ts";
export * from "./airframes-import.ts";
export type { ListedAirline } from "./airline-seed.ts";
export * from "./airlines-import.ts";
export * from "./airlines.ts";
export * from "./api-keys.ts";
export * from "./chat-blocks.ts";
export * from "./chat-messages.ts";
export * from "./chat-threads.ts";
export { type Database, type DatabaseOptions, openDatabase, type Sql } from "./database.ts";
export * from "./durability.ts";
export * from "./eligibility-overrides.ts";
export * from "./ended-keys.ts";
export * from "./ended-sessions.ts";
export * from "./expired-rows.ts";
export * from "./external-identities.ts";
export * from "./feed-replay.ts";
export * from "./flights.ts";
export * from "./job-runs.ts";
export * from "./message-counts.ts";
export { isOfOneThing, type MessageFilter, messageConditions } from "./message-filter.ts";
export { type HiddenStation, listHiddenStations, type MessageViewer } from "./shown-messages.ts";
export * from "./message-parts.ts";
export * from "./messages-under.ts";
export * from "./key-eligibility.ts";
export * from "./messages.ts";
export * from "./notifications.ts";
export { migrate, migrationStatus } from "./migrate.ts";
export {
  dropPartitions,
  ensurePartitions,
  type PartitionedTable,
  partitionName,
  type PartitionsMade,
} from "./partitions.ts";
export * from "./public-stations.ts";
export * from "./session-revocation.ts";
export * from "./sessions.ts";
export * from "./signing-keys.ts";
export * from "./stable-ids.ts";
export * from "./station-latest.ts";
export * from "./station-settings.ts";
export * from "./stations-import.ts";
export * from "./station-claims.ts";
export { readOfflineSince } from "./station-online.ts";
export * from "./stations.ts";
export * from "./tiers.ts";
export * from "./stats.ts";
export * from "./unavailable.ts";
export * from "./watermarks.ts";
export * from "./ledgers.ts";
export * from "./airframe-directory.ts";
export * from "./messages-insert.ts";
export * from "./dead-letters.ts";
export * from "./redactions.ts";
export * from "./expiring-keys.ts";
export * from "./station-states.ts";
