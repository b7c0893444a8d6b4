import { type Load, startLoad } from "../clients/load.ts";
import type { BenchServers } from "../bench-servers.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { type BenchReport, logProgress, type Target } from "../measure/bench-report.ts";
import { medianOf, significant } from "../measure/statistics.ts";
import { measureWindow } from "../measure/window.ts";
import type { Sent } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { type Contestant, ours, stock } from "../servers/contestants.ts";

/** Figures of one loss of a gateway. */
interface ReconnectRound {
  /** Time from the kill until every client receives the firehose from the other gateway. */
  readonly backMs: number;
  /** Attempts that were refused or cut off, and were made again. */
  readonly refused: number;
  /** Latencies of the clients that the other gateway had before, ms: before the loss, until all are back, and for some seconds from the kill on. */
  readonly before: Times;
  readonly during: Times;
  readonly after: Times;
  /** Share of the firehose that those clients received from the kill on, 0 to 1. */
  readonly deliveredShare: number;
}

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const otherSockets = 500;
const warmUpSeconds = 3;
const backMsMax = 5_000;
const p99MsMax = 200;
const compared: readonly Contestant[] = [ours, stock];

/** Kills a gateway with many viewers, which reconnect to another one as stock clients do, and measures both. */
export async function runReconnects(
  servers: BenchServers,
  options: FanoutOptions,
): Promise<BenchReport> {
  const rounds = new Map(compared.map(({ name }): [string, ReconnectRound[]] => [name, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const contestant of compared) {
      const figures = await runRound(contestant, servers, options);
      rounds.get(contestant.name)?.push(figures);
      const seconds = (figures.backMs / 1_000).toFixed(1);
      logProgress(
        `round ${round} of ${options.rounds}, ${contestant.name}: all back after ${seconds} s`,
      );
    }
  }
  return report(rounds, options);
}

async function runRound(
  contestant: Contestant,
  servers: BenchServers,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<ReconnectRound> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const lost = stack.use(await contestant.start(scope, servers));
  const remaining = stack.use(await contestant.start(scope, servers));
  const clients = stack.use(startLoad(sockets));
  const others = stack.use(startLoad(otherSockets));
  const sending = stack.use(startSending(scope, contestant.sender));
  const plan = { ...contestant.watching, reading: "all" } as const;
  await clients.connect({ ...plan, port: lost.port, sockets });
  await others.connect({ ...plan, port: remaining.port, sockets: otherSockets });

  const watched = {
    serverPids: [remaining.pid],
    redisPid: servers.redisPid,
    load: others,
    sending,
  };
  const frames = (sent: Sent) => sent.messages * otherSockets;
  const measure = (forSeconds: number) =>
    measureWindow(watched, { perSecond: rate, tickMs, seconds: forSeconds }, frames);
  await measure(warmUpSeconds);
  const before = await measure(seconds);
  const [after, back] = await Promise.all([measure(seconds), loseGateway()]);
  return {
    backMs: back.ms,
    refused: (await closedOf(clients)) - sockets,
    before: timesOf(before.load),
    during: back.times,
    after: timesOf(after.load),
    deliveredShare: after.load.frames / frames(after.sent),
  };

  async function loseGateway(): Promise<{ readonly ms: number; readonly times: Times }> {
    const [ms] = await Promise.all([
      clients.connect({ ...plan, port: remaining.port, sockets, afterLoss: true }),
      lost[Symbol.asyncDispose](),
    ]);
    return { ms, times: timesOf(await others.figures()) };
  }
}

async function closedOf(load: Load): Promise<number> {
  return (await load.figures()).closed;
}

function timesOf({ p50Ms, p99Ms }: Times): Times {
  return { p50Ms, p99Ms };
}

function report(
  rounds: ReadonlyMap<string, readonly ReconnectRound[]>,
  { sockets, seconds }: FanoutOptions,
): BenchReport {
  const rows = [...rounds].map(([name, all]) => [
    name,
    (medianOf(all, ({ backMs }) => backMs) / 1_000).toFixed(1),
    medianOf(all, ({ refused }) => refused),
    medianOf(all, ({ before }) => before.p50Ms).toFixed(1),
    medianOf(all, ({ before }) => before.p99Ms).toFixed(1),
    medianOf(all, ({ during }) => during.p50Ms).toFixed(1),
    medianOf(all, ({ during }) => during.p99Ms).toFixed(1),
    medianOf(all, ({ after }) => after.p50Ms).toFixed(1),
    medianOf(all, ({ after }) => after.p99Ms).toFixed(1),
    `${(100 * medianOf(all, ({ deliveredShare }) => deliveredShare)).toFixed(2)} %`,
  ]);
  return {
    tables: [
      {
        heading: `a gateway with ${sockets} viewers is killed; the other one has ${otherSockets}, whose latencies are shown`,
        chart: { parts: ["all back after s"] },
        rows: [
          [
            "",
            "all back after s",
            "attempts refused",
            "p50 ms before",
            "p99 ms before",
            "p50 ms until all are back",
            "p99 ms until all are back",
            `p50 ms in ${seconds} s`,
            `p99 ms in ${seconds} s`,
            "delivered",
          ],
          ...rows,
        ],
      },
    ],
    targets: targets(rounds.get(ours.name) ?? []),
    figures: {
      medians: [...rounds].map(([name, all]) => ({
        name,
        backMs: significant(medianOf(all, ({ backMs }) => backMs)),
        p99Ms: significant(medianOf(all, ({ during }) => during.p99Ms)),
      })),
      rounds: [...rounds].map(([name, all]) => ({ name, rounds: all })),
    },
  };
}

function targets(rounds: readonly ReconnectRound[]): Target[] {
  const backMs = medianOf(rounds, (round) => round.backMs);
  const p99Ms = medianOf(rounds, ({ during }) => during.p99Ms);
  return [
    {
      what: "all back",
      wanted: "≤ 5 s",
      measured: `${(backMs / 1_000).toFixed(1)} s`,
      met: backMs <= backMsMax,
    },
    {
      what: "p99 of the others until then",
      wanted: "≤ 200 ms",
      measured: `${p99Ms.toFixed(0)} ms`,
      met: p99Ms <= p99MsMax,
    },
  ];
}
