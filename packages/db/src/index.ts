export * from "./accounting.ts";
export * from "./accounts.ts";
export * from "./airframes.ts";
export * from "./airlines.ts";
export * from "./api-keys.ts";
export * from "./chat-blocks.ts";
export * from "./chat-messages.ts";
export * from "./chat-threads.ts";
export { type Database, type DatabaseOptions, openDatabase, type Sql } from "./database.ts";
export * from "./durability.ts";
export * from "./ended-keys.ts";
export * from "./feed-replay.ts";
export * from "./flights.ts";
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
export * from "./session-standing.ts";
export * from "./signing-keys.ts";
export * from "./stations.ts";
export * from "./unavailable.ts";
export * from "./watermarks.ts";
export * from "./ledgers.ts";
export * from "./airframe-directory.ts";
export * from "./messages-insert.ts";
export * from "./parked-entries.ts";
