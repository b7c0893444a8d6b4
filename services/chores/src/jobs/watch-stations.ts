import type { NotificationToAdd, StationActivity } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { stationChange, type StationRules } from "../station-change.ts";

export interface WatchStationsSteps {
  /** Since when stations are heard at all; null while none is. */
  receivingSince(now: Date): Promise<Date | null>;
  activity(now: Date, receivingSince: Date, silentMs: number): Promise<StationActivity[]>;
  setState(stationId: number, online: boolean, since: Date): Promise<boolean>;
  setBackSince(stationId: number, at: Date | null): Promise<void>;
  /** Stores it, and wakes the user's sessions. */
  notify(notification: NotificationToAdd): Promise<void>;
}

const minuteMs = 60_000;

/**
 * Tells owners that their stations have fallen silent, and that they are back. While nothing is
 * heard from anybody, nobody's station is taken for offline.
 */
export function watchStationsJob(
  steps: WatchStationsSteps,
  rules: StationRules,
  now: () => number,
): Job {
  return {
    name: jobName.watchStations,
    everyMs: minuteMs,
    async run() {
      const at = new Date(now());
      const receivingSince = await steps.receivingSince(at);
      if (receivingSince === null) return { deaf: 1 };
      const stations = await steps.activity(at, receivingSince, rules.silentMsMin);
      const told = { offline: 0, online: 0 };
      for (const station of stations) {
        const change = stationChange(station, at.getTime(), rules);
        if (change === "back") await steps.setBackSince(station.stationId, at);
        if (change === "gone-again") await steps.setBackSince(station.stationId, null);
        if (change !== "offline" && change !== "online") continue;
        // Told first: a run that is cut off here tells it again, and once is enough while unread.
        await steps.notify(notificationOf(station, change));
        await steps.setState(station.stationId, change === "online", at);
        told[change]++;
      }
      return told;
    },
  };
}

function notificationOf(
  { stationId, ident, accountId, lastHeardAt }: StationActivity,
  change: "offline" | "online",
): NotificationToAdd {
  const heard = lastHeardAt.toISOString();
  return {
    userId: accountId,
    type: `station.${change}`,
    subject: String(stationId),
    title: `${ident} is ${change}`,
    body: change === "offline" ? `Nothing has come from it since ${heard}.` : "It is heard again.",
    data: { stationId, ident, lastHeardAt: heard },
  };
}
