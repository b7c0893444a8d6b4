import {
  type Database,
  type NotificationToAdd,
  readStationActivity,
  setBackSince,
  setStationState,
  type StationActivity,
  updateReceptionUptime,
} from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";
import { stationChange, type StationRules } from "../station-change.ts";

const minuteMs = 60_000;
/** A longer silence of all stations is regarded as an outage of this service. */
const gapMsMax = 5 * minuteMs;

/**
 * Notifies owners when their stations go offline and when they are back. While no message is
 * received from any station, no station goes offline.
 */
export function watchStationsJob(
  database: Database,
  notifier: Notifier,
  rules: StationRules,
  now: () => number,
): Job {
  return {
    name: jobName.watchStations,
    everyMs: minuteMs,
    async run() {
      const at = new Date(now());
      const since = await runQuery(database, (sql) => updateReceptionUptime(sql, at, gapMsMax));
      if (since === null) return { receiving: 0 };
      const stations = await runQuery(database, (sql) =>
        readStationActivity(sql, at, since, rules.silentMsMin),
      );
      const notified = { offline: 0, online: 0 };
      for (const station of stations) {
        const { stationId } = station;
        const change = stationChange(station, at.getTime(), rules);
        if (change === "back" || change === "silent-again") {
          const backSince = change === "back" ? at : null;
          await runQuery(database, (sql) => setBackSince(sql, stationId, backSince));
        }
        if (change !== "offline" && change !== "online") continue;
        // Notified first: a run that is interrupted here repeats it, which adds no unread duplicate.
        await notifier.notify(notificationOf(station, change));
        await runQuery(database, (sql) => setStationState(sql, stationId, change === "online", at));
        notified[change]++;
      }
      return notified;
    },
  };
}

function notificationOf(
  { stationId, ident, accountId, lastHeardAt }: StationActivity,
  change: "offline" | "online",
): NotificationToAdd {
  const time = lastHeardAt.toISOString();
  return {
    userId: accountId,
    type: `station.${change}`,
    subject: String(stationId),
    title: `${ident} is ${change}`,
    body:
      change === "offline"
        ? `No message has been received from it since ${time}.`
        : "Messages are being received from it again.",
    data: { stationId, ident, lastHeardAt: time },
  };
}
