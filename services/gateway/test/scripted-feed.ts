import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FeedEntry } from "@jetwire/redis";
import { testMessage } from "@jetwire/testbed";
import { createAccountFeed, type Replayed } from "../src/feed/account-feed.ts";
import type { FeedStart } from "../src/feed/feed-reader.ts";
import type { Wire, WireOptions } from "../src/connection/engine-connection.ts";

/** The account's stations. */
export const own = new Set([1]);
/** A message's, of no one in particular. */
export const anyId = "019f0000-0000-7000-8000-000000000000";

/** A connection whose network takes a batch only when told to. */
export function fakeClient() {
  const batches: string[] = [];
  const told: unknown[] = [];
  const pending: (() => void)[] = [];
  const state = { closed: false };
  const wire: Wire = {
    writeBuffer: [],
    readyState: "open",
    remoteAddress: "",
    request: new IncomingMessage(new Socket()),
    write(_data: string, options: WireOptions, sent?: () => void) {
      batches.push(options.wsPreEncodedFrame[0].toString());
      if (sent) pending.push(sent);
    },
    close: () => (state.closed = true),
    on: () => {},
    once: () => {},
  };
  const outlet = {
    wire,
    resumed: (payload: unknown) => void told.push(["resumed", payload]),
    gap: (payload: unknown) => void told.push(["gap", payload]),
  };
  const numbers = () =>
    batches.flatMap((b) => [...b.matchAll(/"n":(\d+)/g)].map((m) => Number(m[1])));
  return {
    outlet,
    state,
    batches,
    told,
    numbers,
    takeAll: () => pending.splice(0).forEach((sent) => sent()),
  };
}

/** An account's log in memory, a record that is scripted, and a feed over them. */
export function logOf(count: number) {
  const counted = { reads: 0, lost: 0, cut: 0, failed: 0, nowMs: 0 };
  const log = { first: 1, length: count, tag: "t", stations: new Map<number, number>() };
  const record = {
    asked: [] as (string | null)[],
    answer: async (): Promise<Replayed> => ({
      place: { position: `7-${log.length}`, tag: log.tag },
      gap: null,
    }),
    pages: [] as string[][],
  };
  const feed = createAccountFeed({
    read: async (from, countMax) => {
      counted.reads++;
      const first = Math.max(log.first, Number(from.split("-")[1]));
      const entries: FeedEntry[] = [];
      for (let n = first; n <= Math.min(log.length, first + countMax - 1); n++) {
        const messageJson = Buffer.from(`{"n":${n}}`);
        const stationId = log.stations.get(n) ?? 1;
        entries.push({
          position: `7-${n}`,
          tag: log.tag,
          stationId,
          messageId: `m${n}`,
          messageJson,
        });
      }
      return entries;
    },
    end: async () => ({ position: `7-${log.length}`, tag: log.tag }),
    async replay({ afterId, send }) {
      record.asked.push(afterId);
      for (const ids of record.pages) {
        if (!(await send(ids.map((id) => testMessage({ id }))))) break;
      }
      return await record.answer();
    },
    now: () => counted.nowMs,
    written: () => {},
    resumed: () => {},
    lost: () => counted.lost++,
    cut: () => counted.cut++,
    failed: () => counted.failed++,
  });
  return { feed, log, record, counted };
}

/** The start of a connection that has everything up to an entry. */
export function liveFrom(n: number, tag = "t"): FeedStart {
  return { from: "end", place: { position: `7-${n}`, tag }, joinedId: anyId };
}

/** 1 to n. */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}
