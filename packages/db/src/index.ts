export * from "./accounting/accounting.ts";
export * from "./accounting/dead-letters.ts";
export * from "./accounting/ledgers.ts";
export * from "./accounting/watermarks.ts";
export * from "./accounts/accounts.ts";
export * from "./accounts/api-keys.ts";
export * from "./accounts/eligibility-overrides.ts";
export * from "./accounts/ended-keys.ts";
export * from "./accounts/expiring-keys.ts";
export * from "./accounts/external-identities.ts";
export * from "./accounts/key-eligibility.ts";
export * from "./accounts/notifications.ts";
export * from "./accounts/tiers.ts";
export * from "./airframes/airframe-directory.ts";
export * from "./airframes/airframes.ts";
export type { ListedAirline } from "./airframes/airline-seed.ts";
export * from "./airframes/airlines.ts";
export * from "./airframes/flights.ts";
export * from "./airframes/stable-ids.ts";
export * from "./chat/chat-blocks.ts";
export * from "./chat/chat-messages.ts";
export * from "./chat/chat-threads.ts";
export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type Sql,
} from "./connection/database.ts";
export * from "./connection/durability.ts";
export * from "./connection/unavailable.ts";
export * from "./import/import-airframes.ts";
export * from "./import/import-airlines.ts";
export * from "./import/import-stations.ts";
export { accessPath } from "./messages/access-path.ts";
export * from "./messages/flight-messages.ts";
export * from "./messages/latest-messages.ts";
export { messageColumns } from "./messages/message-columns.ts";
export * from "./messages/message-counts.ts";
export type { MessageFilter } from "./messages/message-filter.ts";
export * from "./messages/message-parts.ts";
export * from "./messages/messages.ts";
export * from "./messages/own-messages.ts";
export * from "./messages/redactions.ts";
export * from "./messages/store-batch.ts";
export {
  type HiddenStation,
  listHiddenStations,
  type MessageViewer,
} from "./messages/visibility.ts";
export { migrate, migrationStatus } from "./migrate.ts";
export { type Columns, sendColumns, sentRows } from "./query/columns.ts";
export type { Page } from "./query/keyset.ts";
export * from "./retention/expired-rows.ts";
export * from "./retention/expired-sessions.ts";
export * from "./retention/job-runs.ts";
export {
  dropPartitions,
  ensurePartitions,
  type PartitionedTable,
  partitionName,
  type PartitionsMade,
} from "./retention/partitions.ts";
export * from "./sessions/session-revocation.ts";
export * from "./sessions/sessions.ts";
export * from "./sessions/signing-keys.ts";
export * from "./stations/public-stations.ts";
export * from "./stations/station-claims.ts";
export * from "./stations/station-latest.ts";
export { readOfflineSince } from "./stations/station-online.ts";
export * from "./stations/station-settings.ts";
export * from "./stations/station-states.ts";
export * from "./stations/stations.ts";
