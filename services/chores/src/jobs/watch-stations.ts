import * as db from "@jetwire/db";
import type { Database, NotificationToAdd, StationActivityRow } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { StationMails } from "../mail/station-mails.ts";
import type { Notifier } from "../notifier.ts";
import { runQuery } from "../run-query.ts";
import { stationChange, type StationRules } from "../station-change.ts";

const minuteMs = 60_000;
/** A longer silence of all stations is regarded as an outage of this service. */
const gapMsMax = 5 * minuteMs;

/** The ways in which owners are notified. */
interface StationNotices {
  readonly notifier: Notifier;
  readonly stationMails: StationMails;
}

/**
 * Notifies owners when their stations go offline and when they are back. While no message is
 * received from any station, no station goes offline.
 */
export function watchStationsJob(
  database: Database,
  { notifier, stationMails }: StationNotices,
  rules: StationRules,
  now: () => number,
): Job {
  return {
    name: jobName.watchStations,
    everyMs: minuteMs,
    async run() {
      const nowMs = now();
      const at = new Date(nowMs).toISOString();
      const since = await runQuery(database, (sql) =>
        db.stationActivity.updateReceptionUptime(sql, at, gapMsMax),
      );
      if (since === null) return { receiving: 0 };
      const stations = await runQuery(database, (sql) =>
        db.stationActivity.read(sql, at, since, rules.silentMsMin),
      );
      const notified = { offline: 0, online: 0 };
      for (const station of stations) {
        const { stationId } = station;
        const change = stationChange(station, nowMs, rules);
        if (change === "back" || change === "silent-again") {
          const backSince = change === "back" ? at : null;
          await runQuery(database, (sql) =>
            db.stationActivity.setBackSince(sql, stationId, backSince),
          );
        }
        if (change !== "offline" && change !== "online") continue;
        const alert = await runQuery(database, (sql) => db.alerts.readForStation(sql, station));
        // Notified first: a run that is interrupted here repeats it, which adds no unread duplicate.
        if (alert?.notify !== false) await notifier.notify(notificationOf(station, change));
        const isNew = await runQuery(database, (sql) =>
          db.stationActivity.setState(sql, stationId, change === "online", at),
        );
        if (isNew && alert !== null) await stationMails.send(station, change, { alert, at });
        notified[change]++;
      }
      return notified;
    },
  };
}

function notificationOf(
  { stationId, ident, accountId, lastHeardAt }: StationActivityRow,
  change: "offline" | "online",
): NotificationToAdd {
  return {
    userId: accountId,
    type: `station.${change}`,
    subject: String(stationId),
    title: `${ident} is ${change}`,
    body:
      change === "offline"
        ? `No message has been received from it since ${lastHeardAt}.`
        : "Messages are being received from it again.",
    data: { stationId, ident, lastHeardAt },
  };
}
