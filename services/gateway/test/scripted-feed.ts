import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FeedEntry } from "@jetwire/redis";
import { type Counter, createLogger, createMetrics } from "@jetwire/runtime";
import { testMessage, testWhole } from "@jetwire/testbed";
import { AccountFeed } from "../src/feed/account-feed.ts";
import { feedFrames } from "../src/feed/feed-encoding.ts";
import { createFeedMetrics } from "../src/feed/feed-metrics.ts";
import type { ReplayResult } from "../src/feed/feed-reader.ts";
import type { FeedStart } from "../src/feed/feed-start.ts";
import type { EngineConnection, FrameOptions } from "../src/connection/engine-connection.ts";

/** The account's stations. */
export const own = new Set([1]);
/** The id of a message, whichever. */
export const anyId = "019f0000-0000-7000-8000-000000000000";

/** A connection whose network accepts a batch only when `drainAll` is called. */
export function fakeClient() {
  const batches: string[] = [];
  const sent: unknown[] = [];
  const pending: (() => void)[] = [];
  const state = { closed: false };
  const connection: EngineConnection = {
    writeBuffer: [],
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(new Socket()),
    write(_data: string, options: FrameOptions, onWritten?: () => void) {
      batches.push(options.wsPreEncodedFrame[0].toString());
      if (onWritten) pending.push(onWritten);
    },
    close: () => (state.closed = true),
    cut: () => (state.closed = true),
    once: () => {},
    heartbeat: () => {},
  };
  const sink = {
    connection,
    encoding: feedFrames,
    wantsWholes: false,
    resumed: (payload: unknown) => void sent.push(["resumed", payload]),
    gap: (payload: unknown) => void sent.push(["gap", payload]),
  };
  const numbers = () =>
    batches.flatMap((b) => [...b.matchAll(/"n":(\d+)/g)].map((m) => Number(m[1])));
  return {
    sink,
    state,
    batches,
    sent,
    numbers,
    drainAll: () => pending.splice(0).forEach((written) => written()),
  };
}

/** An account's log in memory, a replay that is scripted, and a feed over them. */
export function logOf(count: number) {
  const counted = { reads: 0, nowMs: 0 };
  const metrics = createFeedMetrics(createMetrics({}), "feed");
  const log = {
    first: 1,
    length: count,
    tag: "t",
    stations: new Map<number, number>(),
    wholes: new Set<number>(),
  };
  const end = () => ({ position: `7-${log.length}`, tag: log.tag });
  const postgres = {
    asked: [] as (string | null)[],
    answer: async (): Promise<ReplayResult> => ({ cutover: end(), gap: null }),
    pages: [] as string[][],
  };
  const feed = new AccountFeed({
    log: {
      async read(from, countMax) {
        counted.reads++;
        const first = Math.max(log.first, Number(from.split("-")[1]));
        const entries: FeedEntry[] = [];
        for (let n = first; n <= Math.min(log.length, first + countMax - 1); n++) {
          const messageJson = Buffer.from(`{"n":${n}}`);
          const stationId = log.stations.get(n) ?? 1;
          const position = `7-${n}`;
          const wholeJson = Buffer.from(log.wholes.has(n) ? `{"whole":${n}}` : "");
          const messageId = `m${n}`;
          entries.push({ position, tag: log.tag, stationId, messageId, messageJson, wholeJson });
        }
        return entries;
      },
      find: async () => ({ end: end(), sinceMs: 0, message: null }),
    },
    async replay({ afterId, wantsWholes, send }) {
      postgres.asked.push(afterId);
      for (const ids of postgres.pages) {
        const page = ids.map((id) => testMessage({ id }));
        const completed = wantsWholes ? page.slice(-1) : [];
        const wholes = completed.map((message) => [message.id, testWhole(message).whole] as const);
        if (!(await send(page, new Map(wholes)))) break;
      }
      return await postgres.answer();
    },
    metrics,
    logger: createLogger("test", "silent"),
    now: () => counted.nowMs,
  });
  return { feed, log, postgres, counted, metrics };
}

export async function valueOf(counter: Counter): Promise<number> {
  return (await counter.get()).values[0]?.value ?? 0;
}

/** The start of a connection that has everything up to an entry. */
export function liveFrom(n: number, tag = "t"): FeedStart {
  return { from: "live", cursor: { position: `7-${n}`, tag }, joinedId: anyId };
}

/** 1 to n. */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}
