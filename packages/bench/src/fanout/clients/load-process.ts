/**
 * Process of many connections that count the frames they receive. Controlled by its
 * parent; see `LoadCommands`.
 */
import { pause } from "@jetwire/runtime";
import { build } from "hdr-histogram-js";
import { answerParent } from "../process-commands.ts";
import { beginsWith, type FrameHead } from "./frame-counter.ts";
import {
  type Joining,
  openRawConnection,
  type RawConnection,
  type ReadingPattern,
} from "./raw-connection.ts";
import { monotonicMicros, sentMicrosAt } from "../senders/stamped-id.ts";

export interface ConnectPlan {
  readonly port: number;
  readonly sockets: number;
  readonly joining: Joining;
  readonly reading: ReadingPattern;
  /** Connects as stock clients do that have lost their server. Otherwise some connect at a time. */
  readonly afterLoss?: boolean;
  /** Beginning of the payloads of counted frames. */
  readonly counted: string;
  /** Text before the stamped id in them. */
  readonly idMarker: string;
}

export interface LoadFigures {
  /** Counted frames since the beginning, and all bytes. */
  readonly frames: number;
  readonly bytes: number;
  /** Time from sending to reading, ms, of every frame of one connection in ten. NaN if there is none. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Connections that were closed by the server, ever. */
  readonly closed: number;
}

export interface LoadCommands {
  /** Opens connections. @returns how long it took until all had joined. */
  connect(plan: ConnectPlan): Promise<{ readonly ms: number }>;
  /** Resets the figures. */
  begin(argument: null): void;
  figures(argument: null): LoadFigures;
  close(argument: null): void;
}

const atATime = 64;
/** Delays of socket.io-client 4.8 between attempts, of which each is half to one and a half. */
const firstDelayMs = 1_000;
const delayMsMax = 5_000;
const attemptsMax = 10;
const everyNthTimed = 10;
const timedPeekBytes = 320;
const microsMax = 600_000_000;

const connections = new Set<RawConnection>();
const latencies = build({ highestTrackableValue: microsMax, numberOfSignificantValueDigits: 3 });
let frames = 0;
let bytes = 0;
let closed = 0;

answerParent<LoadCommands>({
  async connect(plan) {
    const start = performance.now();
    await (plan.afterLoss === true ? reconnectAll(plan) : openAll(plan));
    return { ms: performance.now() - start };
  },
  begin() {
    latencies.reset();
    frames = bytes = 0;
  },
  figures: () => ({
    frames,
    bytes,
    p50Ms: percentileMs(50),
    p99Ms: percentileMs(99),
    maxMs: percentileMs(100),
    closed,
  }),
  close() {
    for (const connection of connections) connection.close();
    connections.clear();
  },
});

function percentileMs(percentile: number): number {
  return latencies.totalCount === 0
    ? Number.NaN
    : latencies.getValueAtPercentile(percentile) / 1_000;
}

async function openAll(plan: ConnectPlan): Promise<void> {
  let opened = 0;
  const openers = Array.from({ length: Math.min(atATime, plan.sockets) }, async () => {
    while (opened < plan.sockets) await open(plan, opened++);
  });
  await Promise.all(openers);
}

async function reconnectAll(plan: ConnectPlan): Promise<void> {
  await Promise.all(Array.from({ length: plan.sockets }, (_, n) => reconnect(plan, n)));
}

/** @throws if the last of some attempts fails. */
async function reconnect(plan: ConnectPlan, n: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const delayMs = Math.min(firstDelayMs * 2 ** attempt, delayMsMax);
    await pause(delayMs * (0.5 + Math.random()));
    try {
      await open(plan, n);
      return;
    } catch (error) {
      if (attempt === attemptsMax) throw error;
    }
  }
}

/** Resolves once the connection has joined. */
async function open(plan: ConnectPlan, n: number): Promise<void> {
  const counted = Buffer.from(plan.counted);
  const idMarker = Buffer.from(plan.idMarker);
  const isTimed = n % everyNthTimed === 0;
  const joined = Promise.withResolvers<void>();
  const peekBytes = isTimed
    ? timedPeekBytes
    : Math.max(counted.length, plan.joining.joinedBy.length);

  function count(frame: FrameHead): void {
    // What is compressed is the firehose, whose stamps are not read.
    if (!frame.isCompressed && !beginsWith(frame, counted)) return;
    frames++;
    if (isTimed && !frame.isCompressed) time(frame, idMarker);
  }

  const connection = openRawConnection(
    plan.port,
    { ...plan, peekBytes },
    {
      frame: count,
      bytes: (more) => {
        bytes += more;
      },
      joinEnded: (error) => (error ? joined.reject(error) : joined.resolve()),
      closed: () => {
        if (connections.delete(connection)) closed++;
      },
    },
  );
  connections.add(connection);
  await joined.promise;
}

function time({ bytes: buffer, start, length }: FrameHead, idMarker: Uint8Array): void {
  const payload = Buffer.from(buffer.buffer, buffer.byteOffset + start, buffer.length - start);
  const at = payload.subarray(0, Math.min(length, timedPeekBytes)).indexOf(idMarker);
  const sent = at < 0 ? null : sentMicrosAt(payload, at + idMarker.length);
  if (sent !== null) latencies.recordValue(Math.max(0, monotonicMicros() - sent));
}
