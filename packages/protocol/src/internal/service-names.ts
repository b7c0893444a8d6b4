/** The services that have a user of their own in Redis and a role in Postgres. */
export const serviceNames = [
  "ingest",
  "persister",
  "fanout",
  "sampler",
  "gateway",
  "rest",
  "chores",
] as const;
export type ServiceName = (typeof serviceNames)[number];
