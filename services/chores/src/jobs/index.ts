import {
  addNotification,
  computeEligibility,
  type Database,
  deleteBareAirframes,
  deleteChatMessages,
  deleteChatThreads,
  deleteCounts,
  deleteFlights,
  deleteNotifications,
  deletePastRevocations,
  deletePastSessions,
  deletePastTokens,
  deleteStrays,
  dropPartitions,
  expiringKeys,
  ensurePartitions,
  type NotificationToAdd,
  recordExpiryWarning,
  updateReceptionUptime,
  readStationActivity,
  setBackSince,
  setStationState,
  type Sql,
} from "@jetwire/db";
import type { ChoresConfig } from "../config.ts";
import type { Job } from "../job.ts";
import { computeEligibilityJob } from "./compute-eligibility.ts";
import { dropChatJob } from "./drop-chat.ts";
import { dropCountsJob } from "./drop-counts.ts";
import { dropExpiredJob } from "./drop-expired.ts";
import { dropNotificationsJob } from "./drop-notifications.ts";
import { dropSessionsJob } from "./drop-sessions.ts";
import { dropFlightsJob } from "./drop-flights.ts";
import { makePartitionsJob } from "./make-partitions.ts";
import { warnExpiringKeysJob } from "./warn-expiring-keys.ts";
import { watchStationsJob } from "./watch-stations.ts";

/** Moving rows out of a default partition is the longest of them. */
const queryMsMax = 60_000;
const minuteMs = 60_000;
/** Nothing from any station for so long is this service's own silence. */
const deafMs = 5 * minuteMs;

/**
 * The schedule: every job there is. A new one is a file beside this and a line here.
 *
 * @param wake has a user's sessions look for what is new; never rejects
 */
export function allJobs(
  database: Database,
  wake: (userId: string) => Promise<void>,
  config: ChoresConfig,
  now: () => number,
): Job[] {
  const ask = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, queryMsMax);

  type Delete = (sql: Sql, cutoff: Date, rowsMax: number) => Promise<number>;
  const before = (remove: Delete) => (cutoff: Date, rowsMax: number) =>
    ask((sql) => remove(sql, cutoff, rowsMax));

  async function notify(notification: NotificationToAdd): Promise<void> {
    const isNew = await ask((sql) => addNotification(sql, notification));
    if (isNew) await wake(notification.userId);
  }

  return [
    makePartitionsJob(
      (fromDay, days) => ask((sql) => ensurePartitions(sql, fromDay, days)),
      config.CHORES_PARTITION_DAYS_AHEAD,
      now,
    ),
    dropExpiredJob(
      {
        drop: (table, cutoff) => ask((sql) => dropPartitions(sql, table, cutoff)),
        deleteStrays: (table, cutoff, max) => ask((sql) => deleteStrays(sql, table, cutoff, max)),
      },
      { messages: config.KEEP_MESSAGES_DAYS, message_raws: config.KEEP_RAW_DAYS },
      now,
    ),
    watchStationsJob(
      {
        receivingSince: (at) => ask((sql) => updateReceptionUptime(sql, at, deafMs)),
        activity: (at, since, silentMs) =>
          ask((sql) => readStationActivity(sql, at, since, silentMs)),
        setState: (id, online, since) => ask((sql) => setStationState(sql, id, online, since)),
        setBackSince: (id, at) => ask((sql) => setBackSince(sql, id, at)),
        notify,
      },
      {
        silentMsMin: config.CHORES_SILENT_MINUTES_MIN * minuteMs,
        silentMsMax: config.CHORES_SILENT_HOURS_MAX * 60 * minuteMs,
        steadyMs: config.CHORES_STEADY_MINUTES * minuteMs,
      },
      now,
    ),
    warnExpiringKeysJob({
      endingWithin: (days, rowsMax) => ask((sql) => expiringKeys(sql, days, rowsMax)),
      recordExpiryWarning: (keyId, days) => ask((sql) => recordExpiryWarning(sql, keyId, days)),
      notify,
    }),
    computeEligibilityJob((stationsMax) => ask((sql) => computeEligibility(sql, stationsMax)), now),
    dropCountsJob(before(deleteCounts), config.KEEP_COUNTS_DAYS, now),
    dropSessionsJob(
      {
        tokens: (max) => ask((sql) => deletePastTokens(sql, max)),
        sessions: (max) => ask((sql) => deletePastSessions(sql, max)),
        revocations: (max) => ask((sql) => deletePastRevocations(sql, max)),
      },
      now,
    ),
    dropChatJob(
      { messages: before(deleteChatMessages), threads: before(deleteChatThreads) },
      config.KEEP_CHAT_DAYS,
      now,
    ),
    dropNotificationsJob(before(deleteNotifications), config.KEEP_NOTIFICATIONS_DAYS, now),
    dropFlightsJob(
      { flights: before(deleteFlights), airframes: before(deleteBareAirframes) },
      config.KEEP_MESSAGES_DAYS,
      now,
    ),
  ];
}
