import * as db from "@jetwire/db";
import { Announcement, StatusHistory, statusDays } from "@jetwire/protocol";
import type { StatusHistoryCopy } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";
import { z } from "zod";
import type { Read } from "../database-reader.ts";

const everyMs = 10_000;
/** Every process reads the days; the copy in Redis may be older than those. */
const copyMs = 60_000;

/** The part of the status page that is not the state of now. */
const KnownPast = z.strictObject({
  ...StatusHistory.shape,
  announcements: z.array(Announcement),
});
export type KnownPast = z.infer<typeof KnownPast>;

export type FollowedPast = ReturnType<typeof followPast>;

/**
 * Follows the days and the announcements, which are known also while Postgres does not answer: in memory, and to a
 * process that starts then by the copy in Redis.
 */
export function followPast(read: Read, copy: StatusHistoryCopy, log: Logger) {
  let known: KnownPast = { asOf: null, days: [], announcements: [] };
  let copiedMs = Number.NEGATIVE_INFINITY;

  async function readPast(): Promise<KnownPast> {
    const asOf = new Date().toISOString();
    const [days, announcements] = await read((sql) =>
      Promise.all([db.health.listDays(sql, statusDays), db.announcements.listCurrent(sql)]),
    );
    return { asOf, days, announcements };
  }

  async function readCopy(): Promise<void> {
    const text = await copy.read();
    const saved = text === null ? null : KnownPast.safeParse(JSON.parse(text));
    if (saved?.success === true) known = saved.data;
  }

  async function refresh(): Promise<void> {
    try {
      known = await readPast();
    } catch (error) {
      // The copy is for the start only: what this process has read is newer.
      if (known.asOf === null) await readCopy();
      throw error;
    }
    if (performance.now() - copiedMs < copyMs) return;
    await copy.save(JSON.stringify(known));
    copiedMs = performance.now();
  }

  return {
    /** Returns what is known, without announcements that have ended meanwhile. */
    get(): KnownPast {
      const now = Date.now();
      const announcements = known.announcements.filter(
        ({ until }) => until === null || Date.parse(until) > now,
      );
      return { ...known, announcements };
    },
    /** Reads it again and again until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const task = "read the days of the status page";
      await every(everyMs, refresh, { signal, log, task, retryMsMax: everyMs });
    },
  };
}
