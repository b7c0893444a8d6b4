import { setImmediate } from "node:timers/promises";
import {
  createFeeder,
  type FeedCounters,
  type QueuedFeeder,
  type FeedTarget,
} from "@jetwire/feeder";
import { pause } from "@jetwire/runtime";
import { createNetwork } from "./network.ts";
import type { Network, NetworkOptions } from "./network.ts";
import type { Reception } from "./reception.ts";
import type { Transport } from "./station-setups.ts";

export interface RunOptions extends Pick<
  NetworkOptions,
  "seed" | "stations" | "ratePerSecond" | "hfdlPeriodMs"
> {
  /** Addresses of ingest: at least one, and at most one of each transport. */
  readonly targets: readonly FeedTarget[];
  readonly signal: AbortSignal;
  readonly airframes?: number;
  readonly junkShare?: number;
  readonly gzip?: boolean;
  /** Receives each reception, and whether it was queued for sending. */
  readonly onReception?: (reception: Reception, queued: boolean) => void;
}

export type RunCounters = Partial<Record<Transport, FeedCounters>>;

/** The transports that a station's lines may take, in order of preference. */
const transportsBy: Record<Transport, readonly Transport[]> = {
  udp: ["udp", "tcp", "http"],
  tcp: ["tcp", "udp", "http"],
  http: ["http", "tcp", "udp"],
};

/** Overdue receptions that are sent before the event loop may do other work. */
const sliceMax = 200;

/**
 * Plays a network in real time until aborted, then empties the queues and returns the counters by
 * transport. A slow or unreachable target loses receptions, which are counted, but delays nothing.
 */
export async function runNetwork(options: RunOptions): Promise<RunCounters> {
  const feeders = openFeeders(options);
  const network = createNetwork({
    seed: options.seed,
    stations: options.stations,
    ratePerSecond: options.ratePerSecond,
    airframes: options.airframes ?? options.stations * 5,
    junkShare: options.junkShare ?? 0,
    startMs: Date.now(),
    hfdlPeriodMs: options.hfdlPeriodMs,
  });
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const tasks = [...feeders.values()].map((feeder) => feeder.run(signal));
  tasks.push(play(network, feeders, signal, options.onReception));
  try {
    await Promise.all(tasks);
  } finally {
    failed.abort();
    await Promise.allSettled(tasks);
  }
  return Object.fromEntries([...feeders].map(([transport, { counters }]) => [transport, counters]));
}

async function play(
  network: Network,
  feeders: ReadonlyMap<Transport, QueuedFeeder>,
  signal: AbortSignal,
  onReception: RunOptions["onReception"],
): Promise<void> {
  let inSlice = 0;
  while (!signal.aborted) {
    const reception = network.next();
    const waitMs = reception.atMs - Date.now();
    inSlice += 1;
    if (waitMs > 0 || inSlice >= sliceMax) {
      inSlice = 0;
      await (waitMs > 0 ? pause(waitMs, signal) : setImmediate());
      if (signal.aborted) return;
    }
    const queued = feederFor(reception, feeders).offer(reception.bytes);
    onReception?.(reception, queued);
  }
}

function feederFor(
  reception: Reception,
  feeders: ReadonlyMap<Transport, QueuedFeeder>,
): QueuedFeeder {
  for (const transport of transportsBy[reception.station.transport]) {
    const feeder = feeders.get(transport);
    if (feeder !== undefined) return feeder;
  }
  throw new Error("no target");
}

function openFeeders({ targets, gzip = false }: RunOptions): Map<Transport, QueuedFeeder> {
  if (targets.length === 0) throw new RangeError("targets: at least one is required");
  return new Map(targets.map((target) => [target.transport, createFeeder(target, { gzip })]));
}
