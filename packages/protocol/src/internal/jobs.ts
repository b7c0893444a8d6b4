/** The queue of scheduled work. Its braces keep all its keys in one slot of a Redis Cluster. */
export const choresQueue = "{chores}";

/** Names of scheduled jobs, which are the ids of their schedules as well. */
export const jobName = {
  makePartitions: "make-partitions",
  dropExpired: "drop-expired",
  watchStations: "watch-stations",
  warnExpiringKeys: "warn-expiring-keys",
  computeEligibility: "compute-eligibility",
  dropCounts: "drop-counts",
  dropSessions: "drop-sessions",
  dropChat: "drop-chat",
  dropNotifications: "drop-notifications",
  dropFlights: "drop-flights",
} as const;
export type JobName = (typeof jobName)[keyof typeof jobName];
