import { setImmediate } from "node:timers/promises";
import { pause } from "@jetwire/runtime";
import { createNetwork } from "./network.ts";
import type { Network, NetworkOptions } from "./network.ts";
import type { Reception } from "./reception.ts";
import { createHttpSender } from "./senders/http.ts";
import type { Sender, SenderCounters } from "./senders/sender.ts";
import type { HostPort } from "./senders/target.ts";
import { createTcpSender } from "./senders/tcp.ts";
import { createUdpSender } from "./senders/udp.ts";
import type { Transport } from "./station-setups.ts";

/** Where an ingest listens; at least one. */
export interface Targets {
  readonly udp?: HostPort;
  readonly tcp?: HostPort;
  readonly http?: string;
}

export interface RunOptions extends Pick<NetworkOptions, "seed" | "stations" | "ratePerSecond"> {
  readonly targets: Targets;
  readonly signal: AbortSignal;
  readonly aircraft?: number;
  readonly junkShare?: number;
  readonly gzip?: boolean;
  /** Called for each reception, with whether its sender took it. */
  readonly onReception?: (reception: Reception, taken: boolean) => void;
}

export type RunCounters = Partial<Record<Transport, SenderCounters>>;

/** Which transport a station's lines take when its own isn't among the targets. */
const OTHERWISE: Record<Transport, readonly Transport[]> = {
  udp: ["udp", "tcp", "http"],
  tcp: ["tcp", "udp", "http"],
  http: ["http", "tcp", "udp"],
};

/** How many overdue receptions are sent before other work gets its turn. */
const TURN = 200;

/**
 * Plays a network in real time until aborted, then empties its queues and returns what was counted.
 * A target that is slow or away costs receptions (counted as refused or failed), never time.
 */
export async function runNetwork(options: RunOptions): Promise<RunCounters> {
  const senders = openSenders(options);
  const network = createNetwork({
    seed: options.seed,
    stations: options.stations,
    ratePerSecond: options.ratePerSecond,
    aircraft: options.aircraft ?? options.stations * 5,
    junkShare: options.junkShare ?? 0,
    startMs: Date.now(),
  });
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const tasks = [...senders.values()].map((sender) => sender.run(signal));
  tasks.push(play(network, senders, signal, options.onReception));
  try {
    await Promise.all(tasks);
  } finally {
    failed.abort();
    await Promise.allSettled(tasks);
  }
  return Object.fromEntries([...senders].map(([transport, { counters }]) => [transport, counters]));
}

async function play(
  network: Network,
  senders: ReadonlyMap<Transport, Sender>,
  signal: AbortSignal,
  onReception: RunOptions["onReception"],
): Promise<void> {
  let inTurn = 0;
  while (!signal.aborted) {
    const reception = network.next();
    const waitMs = reception.atMs - Date.now();
    inTurn += 1;
    if (waitMs > 0 || inTurn >= TURN) {
      inTurn = 0;
      await (waitMs > 0 ? pause(waitMs, signal) : setImmediate());
      if (signal.aborted) return;
    }
    const taken = senderFor(reception, senders).offer(reception.bytes);
    onReception?.(reception, taken);
  }
}

function senderFor(reception: Reception, senders: ReadonlyMap<Transport, Sender>): Sender {
  for (const transport of OTHERWISE[reception.station.transport]) {
    const sender = senders.get(transport);
    if (sender !== undefined) return sender;
  }
  throw new Error("no target");
}

function openSenders({ targets, gzip }: RunOptions): Map<Transport, Sender> {
  const senders = new Map<Transport, Sender>();
  if (targets.udp !== undefined) senders.set("udp", createUdpSender(targets.udp));
  if (targets.tcp !== undefined) senders.set("tcp", createTcpSender(targets.tcp));
  if (targets.http !== undefined) {
    senders.set("http", createHttpSender(targets.http, { gzip: gzip ?? false }));
  }
  if (senders.size === 0) throw new RangeError("targets: at least one of udp, tcp, http");
  return senders;
}
