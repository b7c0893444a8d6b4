import { type BenchReport, logProgress } from "../measure/bench-report.ts";
import { type Contestant, ours, stock } from "../servers/contestants.ts";
import { measureAddedServers, type RedisCost } from "./added-servers.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { percentage, thousands } from "../measure/figures-text.ts";
import { startLoad } from "../clients/load.ts";
import type { Sent } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { medianOf, medianRatio, significant } from "../measure/statistics.ts";
import { measureWindow } from "../measure/window.ts";
import type { BenchServers } from "../bench-servers.ts";

const counts = [1, 2, 4] as const;
const warmUpSeconds = 2;
const shareMin = 0.9;

/** Measures deliveries per CPU second of 1, 2 and 4 gateways, then the cost of uninterested gateways for Redis. */
export async function runGateways(
  servers: BenchServers,
  options: FanoutOptions,
): Promise<BenchReport> {
  const perCpuSecond = new Map<number, number[]>(counts.map((count) => [count, []]));
  const redisCosts: RedisCost[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    for (const count of counts) {
      const figure = await runCount(servers, ours, count, options);
      perCpuSecond.get(count)?.push(figure);
      logProgress(
        `round ${round} of ${options.rounds}, ${count}: ${thousands(figure)} deliveries/CPU s`,
      );
    }
    for (const contestant of [ours, stock]) {
      redisCosts.push(...(await measureAddedServers(servers, contestant, options)));
    }
  }
  return report(perCpuSecond, redisCosts);
}

/** @returns deliveries by CPU second of all the gateways together. */
async function runCount(
  servers: BenchServers,
  contestant: Contestant,
  count: number,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const load = stack.use(startLoad(sockets * count));
  const serverPids: number[] = [];
  for (let n = 0; n < count; n++) {
    const server = stack.use(await contestant.start(scope, servers));
    serverPids.push(server.pid);
    await load.connect({ ...contestant.watching, port: server.port, sockets, reading: "all" });
  }
  const sending = stack.use(startSending(scope, contestant.sender));
  const watched = { serverPids, redisPid: servers.redisPid, load, sending };
  const frames = (sent: Sent) => sent.messages * sockets * count;
  await measureWindow(watched, { perSecond: rate, tickMs, seconds: warmUpSeconds }, frames);
  const window = await measureWindow(watched, { perSecond: rate, tickMs, seconds }, frames);
  return window.load.frames / window.serverCpuSeconds;
}

function report(
  perCpuSecond: ReadonlyMap<number, readonly number[]>,
  redisCosts: readonly RedisCost[],
): BenchReport {
  const one = perCpuSecond.get(1) ?? [];
  const lines = counts.map((count) => {
    const own = perCpuSecond.get(count) ?? [];
    return { count, median: medianOf(own, (n) => n), toOne: medianRatio(own, one) };
  });
  const costs = [...Map.groupBy(redisCosts, ({ name, added }) => `${name} ${added}`).values()].map(
    (own) => ({
      name: own[0]?.name ?? "ours",
      added: own[0]?.added ?? 0,
      micros: medianOf(own, ({ redisMicrosPerMessage }) => redisMicrosPerMessage),
    }),
  );
  return {
    tables: [
      {
        heading: "the firehose at several gateways, as many sockets at each",
        chart: { parts: ["deliveries per CPU s"] },
        rows: [
          ["gateways", "deliveries per CPU s", "to one gateway's"],
          ...lines.map(({ count, median, toOne }) => [count, thousands(median), percentage(toOne)]),
        ],
      },
      {
        heading: "Redis' CPU by the message, as servers are added that aren't interested",
        chart: { labels: 2, parts: ["µs a message"] },
        rows: [
          ["", "added servers", "µs a message"],
          ...costs.map(({ name, added, micros }) => [name, added, micros.toFixed(1)]),
        ],
      },
    ],
    targets: lines.slice(1).map(({ count, toOne }) => ({
      what: `deliveries per CPU second of ${count} gateways, to one's`,
      wanted: "≥ 90 %",
      measured: percentage(toOne),
      met: toOne >= shareMin,
    })),
    figures: {
      medians: lines.map(({ count, median, toOne }) => ({
        gateways: count,
        deliveriesPerCpuSecond: significant(median),
        toOne: significant(toOne),
      })),
      redisMicrosPerMessage: costs.map(({ micros, ...cost }) => ({
        ...cost,
        median: significant(micros),
      })),
      rounds: { perCpuSecond: Object.fromEntries(perCpuSecond), redisCosts },
    },
  };
}
