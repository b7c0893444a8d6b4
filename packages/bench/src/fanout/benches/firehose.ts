import { type BenchReport, logProgress, type Target } from "../measure/bench-report.ts";
import { type ContestantName, contestants } from "../servers/contestants.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { percentage, thousands } from "../measure/figures-text.ts";
import { type FirehoseRound, runFirehoseRound } from "./firehose-round.ts";
import { medianOf, medianRatio, rangeOf, significant } from "../measure/statistics.ts";
import type { BenchServers } from "../bench-servers.ts";

type Rounds = Readonly<Record<ContestantName, FirehoseRound[]>>;

const titles: Readonly<Record<ContestantName, string>> = {
  ours: "Jetwire's gateway",
  compressed: "Jetwire's gateway, compressed",
  stock: "Socket.IO, stock Redis adapter",
  ws: "bare ws, a send a message",
  limit: "limit: one prepared write a socket",
};

/** Measures the sampled stream to many sockets of one server process, contestants in turn. */
export async function runFirehose(
  servers: BenchServers,
  options: FanoutOptions,
): Promise<BenchReport> {
  const rounds: Rounds = { ours: [], compressed: [], stock: [], ws: [], limit: [] };
  for (let round = 1; round <= options.rounds; round++) {
    for (const contestant of contestants) {
      const figures = await runFirehoseRound(servers, contestant, options);
      rounds[contestant.name].push(figures);
      const rate = thousands(figures.deliveriesPerCpuSecond);
      logProgress(
        `round ${round} of ${options.rounds}, ${contestant.name}: ${rate} deliveries/CPU s`,
      );
    }
  }
  return report(rounds);
}

function report(rounds: Rounds): BenchReport {
  const perCpuSecond = (name: ContestantName) =>
    rounds[name].map((round) => round.deliveriesPerCpuSecond);
  const to = (name: ContestantName) => medianRatio(perCpuSecond("ours"), perCpuSecond(name));
  const ratios = {
    stock: to("stock"),
    ws: to("ws"),
    limit: to("limit"),
    compressed: to("compressed"),
  };
  const bytes = medianRatio(
    rounds.compressed.map((round) => round.bytesPerDelivery),
    rounds.ours.map((round) => round.bytesPerDelivery),
  );
  return {
    tables: [
      {
        heading: "deliveries by the server's CPU, and what they take",
        chart: { parts: ["per CPU s"] },
        rows: [
          [
            "",
            "per CPU s",
            "ours to it",
            "delivered",
            "bytes",
            "CPU",
            "p50 ms",
            "p99 ms",
            "load CPU",
          ],
          ...contestants.map(({ name }) => deliveryRow(rounds, name, to(name))),
        ],
      },
      {
        heading: "connections",
        rows: [
          ["", "KiB idle", "KiB busy", "connects/s", "per CPU s", "checked client"],
          ...contestants.map(({ name }) => connectionRow(rounds, name)),
        ],
      },
    ],
    targets: [...targets(ratios, rounds), ...compressionTargets(ratios.compressed, bytes)],
    figures: {
      ratios: {
        stock: significant(ratios.stock),
        ws: significant(ratios.ws),
        limit: significant(ratios.limit),
        compressed: significant(ratios.compressed),
      },
      medians: Object.fromEntries(contestants.map(({ name }) => [name, medians(rounds[name])])),
      rounds,
    },
  };
}

function deliveryRow(rounds: Rounds, name: ContestantName, ratio: number) {
  const own = rounds[name];
  return [
    titles[name],
    thousands(medianOf(own, (round) => round.deliveriesPerCpuSecond)),
    `${ratio.toFixed(2)} ×`,
    percentage(medianOf(own, (round) => round.deliveredShare)),
    thousands(medianOf(own, (round) => round.bytesPerDelivery)),
    percentage(medianOf(own, (round) => round.serverCpuShare)),
    medianOf(own, (round) => round.p50Ms).toFixed(1),
    medianOf(own, (round) => round.p99Ms).toFixed(1),
    percentage(medianOf(own, (round) => round.loadCpuShare)),
  ];
}

function connectionRow(rounds: Rounds, name: ContestantName) {
  const own = rounds[name];
  const same = own.filter(({ check }) => check.same).length;
  return [
    titles[name],
    (medianOf(own, (round) => round.idleBytesPerSocket) / 1_024).toFixed(1),
    (medianOf(own, (round) => round.busyBytesPerSocket) / 1_024).toFixed(1),
    thousands(medianOf(own, (round) => round.connectsPerSecond)),
    thousands(medianOf(own, (round) => round.connectsPerCpuSecond)),
    `all, in order, unchanged in ${same} of ${own.length}`,
  ];
}

function medians(rounds: readonly FirehoseRound[]) {
  const { check: _check, ...numbers } = rounds[0] ?? ({} as FirehoseRound);
  return Object.fromEntries(
    (Object.keys(numbers) as Exclude<keyof FirehoseRound, "check">[]).map((name) => {
      const values = rounds.map((round) => round[name]);
      const range = rangeOf(values).map((value) => significant(value));
      return [name, { median: significant(medianOf(rounds, (round) => round[name])), range }];
    }),
  );
}

function targets(ratios: { stock: number; ws: number; limit: number }, { ours }: Rounds): Target[] {
  const same = ours.filter(({ check }) => check.same).length;
  return [
    {
      what: "deliveries per CPU second, to stock",
      wanted: "≥ 8 ×",
      measured: `${ratios.stock.toFixed(2)} ×`,
      met: ratios.stock >= 8,
    },
    {
      what: "to bare ws",
      wanted: "≥ 6 ×",
      measured: `${ratios.ws.toFixed(2)} ×`,
      met: ratios.ws >= 6,
    },
    {
      what: "to the limit",
      wanted: "≥ 60 %",
      measured: percentage(ratios.limit),
      met: ratios.limit >= 0.6,
    },
    {
      what: "rounds in which a stock client got everything, in order, unchanged",
      wanted: `${ours.length}`,
      measured: `${same}`,
      met: same === ours.length,
    },
  ];
}

function compressionTargets(cpu: number, bytes: number): Target[] {
  return [
    {
      what: "bytes of a compressed message, to a plain one",
      wanted: "≤ 40 %",
      measured: percentage(bytes),
      met: bytes <= 0.4,
    },
    {
      what: "CPU of compressed deliveries, to plain ones",
      wanted: "≤ 110 %",
      measured: percentage(cpu),
      met: cpu <= 1.1,
    },
  ];
}
