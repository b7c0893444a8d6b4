/** The queue of scheduled jobs. The braces keep its keys in one hash slot of a Redis Cluster. */
export const choresQueue = "{chores}";

/** Names of scheduled jobs, which are also the ids of their schedules. */
export const jobName = {
  makePartitions: "make-partitions",
  dropExpired: "drop-expired",
  watchStations: "watch-stations",
  warnExpiringKeys: "warn-expiring-keys",
  computeEligibility: "compute-eligibility",
  proveClaims: "prove-claims",
  dropCounts: "drop-counts",
  dropSessions: "drop-sessions",
  dropChat: "drop-chat",
  dropNotifications: "drop-notifications",
  dropFlights: "drop-flights",
  dropStations: "drop-stations",
  dropSources: "drop-sources",
  dropAudit: "drop-audit",
  dropMails: "drop-mails",
  notifyAnnouncements: "notify-announcements",
  dropAlertMatches: "drop-alert-matches",
  carryOutDue: "carry-out-due",
  finishErasures: "finish-erasures",
  dropPositions: "drop-positions",
  dropTallies: "drop-tallies",
  tallyMessages: "tally-messages",
  dropCanary: "drop-canary",
  dropCanaryHours: "drop-canary-hours",
  countUndecoded: "count-undecoded",
  learnRoutes: "learn-routes",
  makeRouteFiles: "make-route-files",
  backUp: "back-up",
  measureStorage: "measure-storage",
} as const;
export type JobName = (typeof jobName)[keyof typeof jobName];
