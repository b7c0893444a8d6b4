import { pause } from "@jetwire/runtime";
import { type BenchReport, logProgress, type Target } from "../measure/bench-report.ts";
import { ours, startGateway } from "../servers/contestants.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { type Load, startLoad } from "../clients/load.ts";
import { residentBytes } from "../measure/process-use.ts";
import type { ReadingPattern } from "../clients/raw-connection.ts";
import type { Sent } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { medianOf, significant } from "../measure/statistics.ts";
import { measureWindow } from "../measure/window.ts";
import type { BenchServers } from "../bench-servers.ts";

/** Figures of healthy clients before, among and after clients that do not read. */
interface HostileRound {
  /** Latencies of healthy clients, ms. */
  readonly before: Times;
  readonly among: Times;
  readonly after: Times;
  /** `among` to the mean of before and after. */
  readonly p99Change: number;
  /** Memory that each hostile socket adds to the gateway. */
  readonly bytesPerHostile: number;
  /** Ticks that the gateway skipped because a socket still had an earlier one queued. */
  readonly skippedTicks: number;
  /** Hostile sockets that the gateway disconnected. */
  readonly cut: number;
  readonly deliveredShare: number;
}

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const hostileSockets = 100;
const readings: readonly ReadingPattern[] = ["nothing", "trickle", "pongs"];
const warmUpSeconds = 3;
/** Time in which the sockets' kernel buffers fill up; before that, a client that does not read is not noticed. */
const fillSeconds = 8;
const stabilizeMs = 500;
const changeMax = 0.2;
const bytesMax = 2 ** 20;

/** Measures healthy clients beside a hundred that read nothing, a little, or nothing while they answer pings. */
export async function runHostile(
  servers: BenchServers,
  options: FanoutOptions,
): Promise<BenchReport> {
  const rounds: HostileRound[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const figures = await runRound(servers, options);
    rounds.push(figures);
    const change = (100 * figures.p99Change).toFixed(0);
    logProgress(`round ${round} of ${options.rounds}: healthy p99 ${change} %`);
  }
  return report(rounds);
}

async function runRound(
  servers: BenchServers,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<HostileRound> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const gateway = stack.use(await startGateway(scope, servers));
  const healthy = stack.use(startLoad(sockets));
  const hostile = stack.use(startLoad(hostileSockets));
  const sending = stack.use(startSending(scope, ours.sender));
  const plan = { ...ours.watching, port: gateway.port };
  await healthy.connect({ ...plan, sockets, reading: "all" });

  const watched = {
    serverPids: [gateway.pid],
    redisPid: servers.redisPid,
    load: healthy,
    sending,
  };
  const frames = (sent: Sent) => sent.messages * sockets;
  const measure = (forSeconds: number) =>
    measureWindow(watched, { perSecond: rate, tickMs, seconds: forSeconds }, frames);
  await measure(warmUpSeconds);
  const before = await measure(seconds);
  const rssBefore = residentBytes(gateway.pid);
  await connectHostile(hostile, plan);
  await measure(fillSeconds);
  const among = await measure(seconds);
  const rssAmong = residentBytes(gateway.pid);
  const skippedTicks = skippedTicksIn(await gateway.metrics());
  const { closed } = await hostile.figures();
  await hostile.close();
  await pause(stabilizeMs);
  const after = await measure(seconds);
  const usual = (before.load.p99Ms + after.load.p99Ms) / 2;
  return {
    before: timesOf(before.load),
    among: timesOf(among.load),
    after: timesOf(after.load),
    p99Change: among.load.p99Ms / usual - 1,
    bytesPerHostile: (rssAmong - rssBefore) / hostileSockets,
    skippedTicks,
    cut: closed,
    deliveredShare: among.load.frames / frames(among.sent),
  };
}

function skippedTicksIn(metrics: string): number {
  const sample = /^jetwire_gateway_firehose_ticks_total\{\w+="skipped"[^}]*\} (\d+)/m.exec(metrics);
  return Number(sample?.[1] ?? 0);
}

async function connectHostile(
  load: Load,
  plan: Omit<Parameters<Load["connect"]>[0], "sockets" | "reading">,
): Promise<void> {
  for (const [n, reading] of readings.entries()) {
    const until = Math.round((hostileSockets * (n + 1)) / readings.length);
    const from = Math.round((hostileSockets * n) / readings.length);
    await load.connect({ ...plan, sockets: until - from, reading });
  }
}

function timesOf({ p50Ms, p99Ms }: Times): Times {
  return { p50Ms, p99Ms };
}

function report(rounds: readonly HostileRound[]): BenchReport {
  const change = medianOf(rounds, ({ p99Change }) => p99Change);
  const bytes = medianOf(rounds, ({ bytesPerHostile }) => bytesPerHostile);
  const stages = ["before", "among", "after"] as const;
  const rows = stages.map((stage) => [
    stage,
    medianOf(rounds, (round) => round[stage].p50Ms).toFixed(2),
    medianOf(rounds, (round) => round[stage].p99Ms).toFixed(2),
  ]);
  return {
    tables: [
      {
        heading: `healthy clients before, among and after ${hostileSockets} that don't read`,
        rows: [["", "p50 ms", "p99 ms"], ...rows],
      },
      {
        heading: "what the hostile ones did",
        rows: [
          ["KiB each", "ticks skipped", "cut off", "delivered to healthy ones"],
          [
            (bytes / 1_024).toFixed(0),
            medianOf(rounds, ({ skippedTicks }) => skippedTicks),
            medianOf(rounds, ({ cut }) => cut),
            `${(100 * medianOf(rounds, ({ deliveredShare }) => deliveredShare)).toFixed(2)} %`,
          ],
        ],
      },
    ],
    targets: targets(change, bytes, rounds),
    figures: {
      medians: { p99Change: significant(change), bytesPerHostile: significant(bytes) },
      rounds,
    },
  };
}

function targets(change: number, bytes: number, rounds: readonly HostileRound[]): Target[] {
  return [
    {
      what: "change of healthy clients' p99",
      wanted: "< 20 %",
      measured: `${(100 * change).toFixed(0)} %`,
      met: change < changeMax,
    },
    {
      what: "memory a hostile socket adds",
      wanted: "≤ 1 MiB",
      measured: `${(bytes / 2 ** 20).toFixed(2)} MiB`,
      met: bytes <= bytesMax,
    },
    {
      what: "the attack took effect in every round (ticks skipped)",
      wanted: "yes",
      measured: rounds.every(({ skippedTicks }) => skippedTicks > 0) ? "yes" : "no",
      met: rounds.every(({ skippedTicks }) => skippedTicks > 0),
    },
  ];
}
