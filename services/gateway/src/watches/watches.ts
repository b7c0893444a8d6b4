import { createHash } from "node:crypto";
import { rateLimitExceeded, readWatchOptions, type WatchFilter } from "@jetwire/protocol";
import type { Limiters, Quota, WatchStore, WatchToStore } from "@jetwire/redis";
import { type CachedValue, every, type Logger } from "@jetwire/runtime";
import type { FeedSubscription } from "../feed/account-feed.ts";
import type { FeedSink } from "../feed/feed-reader.ts";
import type { Feeds } from "../feed/feeds.ts";
import type { FilterCodes } from "../firehose/filter-codes.ts";
import { createRegistrations, registeredMsMax } from "./registrations.ts";
import type { WatchShare } from "./watch-share.ts";

/*
 * A watch is a filter that fanout compares with every message, and a log of what it selects: one for all clients with
 * equal filters. The gateways that have clients of it extend its registration; it ends an hour after the last of them
 * has left, so that a client can resume meanwhile.
 */

export interface WatchesOptions {
  readonly store: WatchStore;
  readonly openLogs: (registeredMs: (watchId: string) => number) => Feeds;
  readonly codes: FilterCodes;
  readonly share: WatchShare;
  /** Whether a fanout runs that does not compare messages with watches. */
  readonly olderFanout: Pick<CachedValue<boolean>, "get">;
  readonly quota: Pick<Quota, "reserve" | "release">;
  readonly limiters: Pick<Limiters, "sliding">;
  readonly config: {
    /** The greatest share of the latest messages that a watch may select, 0 to 1. */
    readonly WATCH_SHARE_MAX: number;
    readonly WATCHES_PER_ACCOUNT_MAX: number;
    readonly WATCHES_MAX: number;
    /** The most that the shares of all watches may add up to. */
    readonly WATCHES_SHARES_MAX: number;
  };
  readonly log: Logger;
}

/** A client's watch. */
export interface StartedWatch {
  readonly watchId: string;
  readonly filter: WatchFilter;
  /** See {@link WatchStarted.position}. */
  readonly position: string;
  readonly share: number | null;
  /** Starts delivery, after the client was answered. */
  begin(): void;
  stop(): void;
}

export type WatchResult = { readonly ok: true; readonly watch: StartedWatch } | Refusal;

interface Refusal {
  readonly ok: false;
  readonly reason: string;
  /** False if the same may be accepted later. */
  readonly isFinal: boolean;
}

export type Watches = ReturnType<typeof openWatches>;

const fanoutMs = 5_000;
/**
 * Watches that one account may begin in an hour, which nobody has begun before it: each is kept for an hour. Wide ones, which
 * select more than one in a thousand messages, fill memory.
 */
const beginsPerHour = { narrow: 200, wide: 8 } as const;
const wideShare = 0.001;
const hourMs = 3_600_000;
const duringUpgrade =
  "Watches are not available during an upgrade, until every fanout supports them: try again in a minute";

export function openWatches(options: WatchesOptions) {
  const { store, openLogs, codes, share, olderFanout, quota, limiters, config, log } = options;
  const { WATCHES_PER_ACCOUNT_MAX: ownMax } = config;
  const bounds = { watchesMax: config.WATCHES_MAX, sharesMax: config.WATCHES_SHARES_MAX };
  const begins = {
    narrow: limiters.sliding("watches", [{ max: beginsPerHour.narrow, ms: hourMs }]),
    wide: limiters.sliding("wide-watches", [{ max: beginsPerHour.wide, ms: hourMs }]),
  };
  const registrations = createRegistrations({
    store,
    bounds,
    onInterrupted: (id) => logs.lose(id),
    log,
  });
  /** The time since which fanout compares all messages with watches, Unix ms; infinite while it does not. */
  let comparedSinceMs = 0;
  const logs = openLogs((id) => Math.max(registrations.sinceMs(id), comparedSinceMs));

  /** Looks for an older fanout, and has all watches report a gap when one has begun or ended to read. */
  async function checkFanout(): Promise<void> {
    const isCompared = comparedSinceMs !== Number.POSITIVE_INFINITY;
    if ((await olderFanout.get()) !== isCompared) return;
    comparedSinceMs = isCompared ? Number.POSITIVE_INFINITY : Date.now();
    for (const id of registrations.ids()) logs.lose(id);
  }

  function leave(id: string, accountId: string): void {
    quota.release(quotaOf(accountId));
    registrations.remove(id);
  }

  /** Returns why a filter selects too much; null if it does not. */
  function tooBroad(measured: Awaited<ReturnType<WatchShare["measure"]>>): string | null {
    const { WATCH_SHARE_MAX: shareMax } = config;
    if (measured === null || measured.share <= shareMax) return null;
    const { selected, sampled } = measured;
    return (
      `filter: selects ${percent(measured.share)} of the messages (${selected} of the last ${sampled}), ` +
      `and a watch may select ${percent(shareMax)}`
    );
  }

  return {
    /**
     * Starts a watch of a client. Every message that is accepted after the answer is delivered.
     *
     * @param sinkOf makes what receives the messages of the watch
     * @throws when Redis or Postgres does not answer.
     */
    async start(
      accountId: string,
      given: unknown,
      sinkOf: (watchId: string) => FeedSink,
    ): Promise<WatchResult> {
      const request = readWatchOptions(given);
      if (!request.ok) return { ok: false, reason: request.refusal, isFinal: true };
      await checkFanout();
      if (comparedSinceMs === Number.POSITIVE_INFINITY) {
        return { ok: false, reason: duringUpgrade, isFinal: false };
      }
      const { filter, after } = request.options;
      const known = await codes.of(filter);
      const measured = await share.measure(filter, known);
      const reason = tooBroad(measured);
      if (reason !== null) return { ok: false, reason, isFinal: true };
      const json = jsonOf(filter, known.airports);
      const id = idOf(json);
      const refusal = await register(accountId, { id, json, share: measured?.share ?? 0 });
      if (refusal !== null) return refusal;
      try {
        const sink = sinkOf(id);
        const quiet = () => sink.quiet?.(registrations.positionOf(id));
        const subscription = await logs.subscribe(id, { ...sink, quiet }, after);
        await registrations.confirm(id).catch((error: unknown) => {
          subscription.close();
          throw error;
        });
        return { ok: true, watch: watchOf(subscription, registrations.positionOf(id)) };
      } catch (error) {
        leave(id, accountId);
        throw error;
      }

      function watchOf(reading: FeedSubscription, position: string): StartedWatch {
        let isStopped = false;
        return {
          watchId: id,
          filter,
          position: after ?? position,
          share: measured?.share ?? null,
          begin: () => reading.start("all"),
          stop() {
            if (isStopped) return;
            isStopped = true;
            reading.close();
            leave(id, accountId);
          },
        };
      }
    },
    /** Extends the registrations until aborted. */
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([
        logs.run(signal),
        registrations.run(signal),
        every(fanoutMs, checkFanout, { signal, log, task: "look for an older fanout" }),
      ]);
    },
  };

  /** Registers a watch for one more client. Returns why it may not, or null. */
  async function register(accountId: string, stored: WatchToStore): Promise<Refusal | null> {
    if (!(await quota.reserve(quotaOf(accountId), ownMax))) {
      return { ok: false, reason: "Too many watches of this account", isFinal: false };
    }
    try {
      const refusal = await acceptStart();
      if (refusal !== null) quota.release(quotaOf(accountId));
      return refusal;
    } catch (error) {
      quota.release(quotaOf(accountId));
      throw error;
    }

    async function acceptStart(): Promise<Refusal | null> {
      const { id, share: ofMessages } = stored;
      let sinceMs = await store.extend(id, registeredMsMax);
      if (sinceMs === null) {
        const limit = begins[ofMessages > wideShare ? "wide" : "narrow"];
        if (!(await limit.consume(accountId)).allowed) {
          return { ok: false, reason: rateLimitExceeded, isFinal: false };
        }
        sinceMs = await store.renew(stored, registeredMsMax, bounds);
      }
      if (sinceMs === null) {
        return { ok: false, reason: "Too many different watches are in use", isFinal: false };
      }
      registrations.add(stored, sinceMs);
      return null;
    }
  }
}

/** Names a filter: the same for equal ones. */
function idOf(json: string): string {
  return createHash("sha256").update(json).digest("base64url").slice(0, 16);
}

/** Writes what fanout compares: the filter, and the codes of its airport. Equal filters give equal texts. */
function jsonOf(filter: WatchFilter, airports: readonly string[]): string {
  const members = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ filter: Object.fromEntries(members), airports: airports.toSorted() });
}

function quotaOf(accountId: string): string {
  return `watches:${accountId}`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
