import { allowedHostsVariable } from "@jetwire/auth";
import { backupVariables, recipientRefinement } from "@jetwire/backup";
import {
  databaseVariables,
  integerVariable,
  mailVariables,
  processVariables,
  redisUrlVariable,
  redisVariables,
  retentionVariables,
} from "@jetwire/runtime";
import { z } from "zod";

/** The environment variables of chores. */
export const ChoresConfig = z
  .object({
    ...processVariables,
    ...redisVariables,
    ...databaseVariables,
    ...mailVariables,
    ...backupVariables,
    ...retentionVariables,
    /** A path on the disk of Postgres, which says how large and how full it is. */
    POSTGRES_DISK_PATH: z.string().startsWith("/", "must be an absolute path").optional(),
    /** The share of the disk of Postgres that its database may take: beyond it the oldest days of messages are dropped. */
    RETENTION_DISK_SHARE: z.coerce.number<string>().min(0.05).max(0.95).optional(),
    /** The days that are not dropped because of the share. */
    RETENTION_DAYS_MIN: integerVariable(1, 36_500).default(1),
    /** A Redis for the jobs only, so that they and the streams cannot fill each other's memory. */
    CHORES_REDIS_URL: redisUrlVariable.optional(),
    /** Days ahead for which partitions are created: how long this service may be unavailable. */
    CHORES_PARTITION_DAYS_AHEAD: integerVariable(1, 60).default(7),
    /** The shortest silence after which a station may be offline, minutes. */
    CHORES_SILENT_MINUTES_MIN: integerVariable(1, 1_440).default(15),
    /** The silence after which every station is offline, hours. */
    CHORES_SILENT_HOURS_MAX: integerVariable(1, 720).default(24),
    /** How long an offline station has to send messages until it is online, minutes. */
    CHORES_STEADY_MINUTES: integerVariable(1, 1_440).default(10),
    /** Ingest's address for feeders (`http://…/v1/ingest`), to which canary messages are sent; without it none are. */
    CANARY_INGEST_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The gateways' address (`ws://…`), at which they arrive. */
    CANARY_REALTIME_URL: z.url({ protocol: /^wss?$/ }).optional(),
    /** The terms under which anybody may use the files of usual routes; written into them. */
    ROUTES_LICENCE: z.string().min(1).max(2_000).optional(),
    /** Private hosts and networks that users may have notifications sent to: `ntfy.home.arpa, 192.168.1.0/24`. */
    DELIVERY_ALLOWED_HOSTS: allowedHostsVariable.prefault(""),
    /** The origin of the Bot API of Telegram. */
    TELEGRAM_API_URL: z
      .url({ protocol: /^https?$/ })
      .transform((text) => new URL(text).origin)
      .prefault("https://api.telegram.org"),
    /** How long a critical fault lasts until operators are notified, seconds; a warning four times as long. */
    HEALTH_ALERT_SECONDS: integerVariable(1, 3_600).default(30),
    /** The hours after which a fault that lasts is reported again. */
    HEALTH_ALERT_REPEAT_HOURS: integerVariable(1, 720).default(12),
    /** A URL that is called every minute while no critical fault lasts, for a watchdog elsewhere. */
    HEALTH_HEARTBEAT_URL: z
      .url({ protocol: /^https?$/, error: "must be an http or https URL" })
      .optional(),
    /** Another process takes over a job of a killed process after once to twice this time, ms. */
    CHORES_LOCK_MS: integerVariable(500, 600_000).default(30_000),
  })
  .refine((config) => config.SMTP_URL === undefined || config.PUBLIC_URL !== undefined, {
    path: ["PUBLIC_URL"],
    error: "is required with SMTP_URL, because links in mails begin with it",
  })
  .refine(
    (config) =>
      config.RETENTION_DISK_SHARE === undefined ||
      config.POSTGRES_DISK_BYTES !== undefined ||
      config.POSTGRES_DISK_PATH !== undefined,
    {
      path: ["RETENTION_DISK_SHARE"],
      error: "requires POSTGRES_DISK_BYTES or POSTGRES_DISK_PATH, of which it is a share",
    },
  )
  .refine((config) => config.RETENTION_DAYS_MIN <= config.KEEP_MESSAGES_DAYS, {
    path: ["RETENTION_DAYS_MIN"],
    error: "must not be more than KEEP_MESSAGES_DAYS",
  })
  .refine(recipientRefinement.check, recipientRefinement)
  .refine(
    (config) =>
      (config.CANARY_INGEST_URL === undefined) === (config.CANARY_REALTIME_URL === undefined),
    {
      path: ["CANARY_REALTIME_URL"],
      error: "is required with CANARY_INGEST_URL, and the other way round",
    },
  );
export type ChoresConfig = z.infer<typeof ChoresConfig>;
