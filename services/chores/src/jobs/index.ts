import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName, statusDays } from "@jetwire/protocol";
import type { RedisErasure, Stores } from "@jetwire/redis";
import type { ChoresConfig } from "../config.ts";
import type { Job } from "../job.ts";
import type { StationMails } from "../mail/station-mails.ts";
import type { Notifier } from "../notifier.ts";
import { createStorageMeter } from "../storage/storage-meter.ts";
import { backUpJob } from "./back-up.ts";
import { carryOutDueJob } from "./carry-out-due.ts";
import { countUndecodedJob } from "./count-undecoded.ts";
import { computeEligibilityJob } from "./compute-eligibility.ts";
import { deleteExpiredRowsJob } from "./delete-expired-rows.ts";
import { dropStationsJob } from "./drop-stations.ts";
import { dropExpiredJob } from "./drop-expired.ts";
import { finishErasuresJob } from "./finish-erasures.ts";
import { makePartitionsJob } from "./make-partitions.ts";
import { learnRoutesJob } from "./learn-routes.ts";
import { measureStorageJob } from "./measure-storage.ts";
import { makeRouteFilesJob } from "./make-route-files.ts";
import { tallyDays, tallyMessagesJob } from "./tally-messages.ts";
import { notifyAnnouncementsJob } from "./notify-announcements.ts";
import { proveClaimsJob } from "./prove-claims.ts";
import { warnExpiringKeysJob } from "./warn-expiring-keys.ts";
import { watchStationsJob } from "./watch-stations.ts";

const minuteMs = 60_000;
/** Clocks differ, and gateways learn from these rows which sessions have ended. */
const sessionGraceDays = 1;
/** The outbox shows the operator what was sent lately. */
const mailDays = 7;
/** A message that is read again from the stream, as after a kill, finds its match. */
const matchDays = 1;
/** An hour: an operator may look at the last ones. */
const canaryDays = 1 / 24;
/** Messages are dropped by whole days, and a station's clock may be wrong. */
const linkGraceDays = 2;

/** Stores that jobs use besides Postgres. */
export interface JobServices {
  readonly notifier: Notifier;
  readonly stationMails: StationMails;
  readonly redisErasure: RedisErasure;
  readonly notices: Pick<Stores["notices"], "publish">;
  readonly userChannel: Pick<Stores["userChannel"], "wake">;
  /** Removes deleted stations from the copy of station ids in Redis. */
  readonly forgetIdents: (idents: readonly string[]) => Promise<void>;
}

/** Creates every job of the schedule. A new job is a file beside this one and a line here. */
export function createJobs(
  database: Database,
  { notifier, stationMails, redisErasure, notices, userChannel, forgetIdents }: JobServices,
  config: ChoresConfig,
  now: () => number,
): Job[] {
  const rules = {
    silentMsMin: config.CHORES_SILENT_MINUTES_MIN * minuteMs,
    silentMsMax: config.CHORES_SILENT_HOURS_MAX * 60 * minuteMs,
    steadyMs: config.CHORES_STEADY_MINUTES * minuteMs,
  };
  const keepDays = { messages: config.KEEP_MESSAGES_DAYS, message_raws: config.KEEP_RAW_DAYS };
  const storage = createStorageMeter(database, config, now);
  const counts = {
    keepDays: config.KEEP_COUNTS_DAYS,
    rows: {
      counts: db.retention.deleteCounts,
      hfChannels: db.hf.deleteChannelHours,
      hfPaths: db.hf.deletePaths,
      vdlChannels: db.vdl.deleteChannelHours,
      vdlReach: db.vdl.deleteReach,
      vdlHandovers: db.vdl.deleteHandovers,
      cells: db.positions.deleteCells,
    },
  };
  const sessions = {
    keepDays: sessionGraceDays,
    rows: {
      tokens: db.retention.deleteExpiredTokens,
      sessions: db.retention.deleteExpiredSessions,
      revocations: db.retention.deleteExpiredRevocations,
      webSessions: db.webSessions.deleteExpired,
      links: db.retention.deleteExpiredLinks,
      challenges: db.retention.deleteExpiredChallenges,
    },
  };
  const chat = {
    keepDays: config.KEEP_CHAT_DAYS,
    rows: { messages: db.retention.deleteChatMessages, threads: db.retention.deleteChatThreads },
  };
  const notifications = {
    keepDays: config.KEEP_NOTIFICATIONS_DAYS,
    rows: { notifications: db.retention.deleteNotifications },
  };
  const canaryHours = { keepDays: statusDays + 1, rows: { hours: db.health.deleteHours } };
  const audit = {
    keepDays: config.KEEP_AUDIT_DAYS + 1,
    rows: {
      actions: db.audit.deleteActions,
      announcements: db.announcements.deleteEnded,
      retries: db.deadLetters.deleteRetryCounts,
    },
  };
  const matches = { keepDays: matchDays, rows: { matches: db.alerts.deleteMatches } };
  const mails = { keepDays: mailDays, rows: { mails: db.mails.deleteOld } };
  const flights = {
    keepDays: config.KEEP_MESSAGES_DAYS + linkGraceDays,
    rows: {
      flights: db.retention.deleteFlights,
      airframes: db.retention.deleteBareAirframes,
      groundStations: db.groundStations.deleteSilent,
    },
  };
  const sources = {
    keepDays: db.stationSources.sourceDays,
    rows: {
      sources: db.stationSources.deleteOld,
      rejects: db.stationRejects.deleteOld,
      networkRejects: db.networkRejects.deleteOld,
      groundFrequencies: db.groundStations.deleteFrequencies,
      groundReceivers: db.groundStations.deleteReceivers,
      groundCounts: db.groundStations.deleteCounts,
      codes: db.claims.deleteExpiredCodes,
      transfers: db.transfers.deleteExpired,
      blocks: db.senderBlocks.deleteExpired,
    },
  };
  const canary = { keepDays: canaryDays, rows: { messages: db.canary.deleteMessages } };
  // Positions are read for 12 hours, receptions of HFDL are counted within 3.
  const positions = {
    keepDays: 0.55,
    rows: { positions: db.positions.deleteOld, hfReceptions: db.hf.deleteReceptions },
  };
  const tallies = {
    keepDays: tallyDays + 1,
    rows: {
      tallies: db.tallies.deleteOld,
      hours: db.tallies.deleteHours,
      undecoded: db.undecoded.deleteOld,
    },
  };
  return [
    makePartitionsJob(database, config.CHORES_PARTITION_DAYS_AHEAD, now),
    measureStorageJob(storage),
    dropExpiredJob(database, keepDays, now, storage),
    watchStationsJob(database, { notifier, stationMails }, rules, now),
    warnExpiringKeysJob(database, notifier),
    notifyAnnouncementsJob(database, notifier, now),
    computeEligibilityJob(database, notifier, now),
    proveClaimsJob(database, notifier),
    deleteExpiredRowsJob(database, jobName.dropCounts, counts, now),
    deleteExpiredRowsJob(database, jobName.dropSessions, sessions, now),
    deleteExpiredRowsJob(database, jobName.dropChat, chat, now),
    deleteExpiredRowsJob(database, jobName.dropNotifications, notifications, now),
    deleteExpiredRowsJob(database, jobName.dropFlights, flights, now),
    deleteExpiredRowsJob(database, jobName.dropAudit, audit, now),
    deleteExpiredRowsJob(database, jobName.dropMails, mails, now),
    deleteExpiredRowsJob(database, jobName.dropAlertMatches, matches, now),
    deleteExpiredRowsJob(database, jobName.dropPositions, positions, now),
    deleteExpiredRowsJob(database, jobName.dropTallies, tallies, now),
    deleteExpiredRowsJob(database, jobName.dropCanary, canary, now),
    deleteExpiredRowsJob(database, jobName.dropCanaryHours, canaryHours, now),
    tallyMessagesJob(database, now),
    countUndecodedJob(database, now),
    learnRoutesJob(database, now),
    makeRouteFilesJob(database, config.ROUTES_LICENCE, now),
    backUpJob(database, config, now),
    carryOutDueJob(database, notices, userChannel),
    finishErasuresJob(database, redisErasure, now),
    dropStationsJob(database, forgetIdents, now),
    deleteExpiredRowsJob(database, jobName.dropSources, sources, now),
  ];
}
