import { pause } from "@jetwire/runtime";
import type { BenchProcess } from "../bench-process.ts";
import type { Load } from "../clients/load.ts";
import type { LoadFigures } from "../clients/load-process.ts";
import { cpuSecondsOf, totalCpuSeconds } from "./process-use.ts";
import type { SendingCommands, SendingPlan, Sent } from "../senders/sending-process.ts";

/** Processes to measure while messages are sent. */
export interface Watched {
  readonly serverPids: readonly number[];
  readonly redisPid: number;
  readonly load: Load;
  readonly sending: BenchProcess<SendingCommands>;
}

/** Figures of one stretch of sending. */
export interface Window {
  readonly sent: Sent;
  readonly load: LoadFigures;
  /** Time from the first tick until nothing more arrived. */
  readonly seconds: number;
  readonly serverCpuSeconds: number;
  readonly redisCpuSeconds: number;
  readonly loadCpuSeconds: number;
}

const pollMs = 50;
/** Silence after which nothing more is expected. */
const quietMs = 3_000;

/**
 * Sends for a while and waits until `expectedFrames` of it have been counted, or nothing more comes,
 * or it has taken four times as long: CPU and deliveries are of the same messages, even where a
 * server falls behind.
 */
export async function measureWindow(
  { serverPids, redisPid, load, sending }: Watched,
  plan: SendingPlan,
  expectedFrames: (sent: Sent) => number,
): Promise<Window> {
  await load.begin();
  const start = performance.now();
  const before = {
    server: totalCpuSeconds(serverPids),
    redis: cpuSecondsOf(redisPid),
    load: load.cpuSeconds(),
  };
  const sent = await sending.ask("send", plan, (plan.seconds * 4 + 30) * 1_000);
  const figures = await waitForFrames(load, expectedFrames(sent), start + plan.seconds * 4_000);
  return {
    sent,
    load: figures,
    seconds: (performance.now() - start) / 1_000,
    serverCpuSeconds: totalCpuSeconds(serverPids) - before.server,
    redisCpuSeconds: cpuSecondsOf(redisPid) - before.redis,
    loadCpuSeconds: load.cpuSeconds() - before.load,
  };
}

async function waitForFrames(load: Load, expected: number, untilMs: number): Promise<LoadFigures> {
  let figures = await load.figures();
  let changedMs = performance.now();
  while (figures.frames < expected && performance.now() < untilMs) {
    await pause(pollMs);
    const next = await load.figures();
    if (next.frames !== figures.frames) changedMs = performance.now();
    if (performance.now() - changedMs > quietMs) return next;
    figures = next;
  }
  return figures;
}
