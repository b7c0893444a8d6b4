import { cpus } from "node:os";
import { medianOf, type RateFigures, sum } from "./measure.ts";
import type { ServerCounts } from "./server-counts.ts";
import { median, type Section } from "../report.ts";

type CountedFigures = RateFigures & { readonly counts: ServerCounts };

/** Figures of both systems in one round. */
export interface RoundOfBoth {
  readonly jetwire: RateFigures;
  readonly hub: RateFigures;
}

/** Returns the figures of Jetwire as tables. @param memory by process, MiB */
export function rateSections(
  figures: readonly CountedFigures[],
  memory: ReadonlyMap<string, number>,
): Section[] {
  const own = ownOf(memory);
  return [
    rateSection("rates", "CPU microseconds a message (a second at rest) by service", figures),
    {
      name: "counts",
      heading: "calls of Redis and commits of Postgres, a message (a second at rest)",
      rows: [
        ["offered", "scripts", "calls, those within scripts too", "commits"],
        ...figures.map(({ rate, counts }) => [
          offered(rate),
          counts.redisScripts.toFixed(2),
          counts.redisCalls.toFixed(2),
          counts.commits.toFixed(3),
        ]),
      ],
      figures: figures.map(({ rate, counts }) => ({ rate, ...counts })),
    },
    {
      name: "memory",
      heading: "memory of Jetwire's processes after the load, MiB (PSS)",
      rows: [["in all", ...own.keys()], [sum(own), ...own.values()].map((mib) => mib.toFixed(0))],
      figures: Object.fromEntries(own),
    },
  ];
}

/** Returns the figures of ACARS Hub, and how those of Jetwire compare with them. @param rates rounds of each rate */
export function acarsHubSections(
  rates: readonly (readonly RoundOfBoth[])[],
  memory: ReadonlyMap<string, number>,
  hubMib: number,
): Section[] {
  const hub = rates.map((rounds) => medianOf(rounds.map((round) => round.hub)));
  const compared = rates.map(compareCpu);
  const mib = { jetwire: sum(memory), hub: hubMib, ratio: sum(memory) / hubMib };
  return [
    rateSection("acarsHub", "ACARS Hub: CPU microseconds a message (a second at rest)", hub),
    {
      name: "beside",
      heading:
        "Jetwire with Redis and Postgres beside ACARS Hub: CPU microseconds a message (a second at rest), median ratio of the rounds; memory (PSS)",
      rows: [
        ["", "Jetwire", "ACARS Hub", "ratio"],
        ...compared.map((one) => [offered(one.rate), ...besideCells(one)]),
        ["MiB after the load", ...besideCells(mib)],
      ],
      figures: { cpu: compared, mib },
    },
  ];
}

/** Returns how two versions compare. @param rates rounds of each rate, the version before first @param memory of both by process, MiB */
export function versionSections(
  rates: readonly (readonly (readonly [RateFigures, RateFigures])[])[],
  memory: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>],
): Section[] {
  const compared = rates.map((rounds) => {
    const [before, now] = [0, 1].map((at) => medianOf(rounds.flatMap((round) => round[at] ?? [])));
    const used = (read: (figures: RateFigures) => number) => ({
      before: median(rounds.map(([figures]) => read(figures))),
      now: median(rounds.map(([, figures]) => read(figures))),
      ratio: median(rounds.map(([one, two]) => read(two) / read(one))),
    });
    const all = used(({ micros }) => sum(micros));
    return { before, now, all, own: used(({ micros }) => sum(ownOf(micros))) };
  });
  const own = memory.map((each) => sum(ownOf(each)));
  return [
    {
      name: "versions",
      heading: `two versions at the same time: CPU microseconds a message (a second at rest), median ratio of the rounds, on ${cpus().length} cores`,
      rows: [
        [
          "offered each",
          "before",
          "now",
          "ratio",
          "Jetwire's, before",
          "now",
          "ratio",
          "p50, p99 ms before",
          "now",
          "lost",
        ],
        ...compared.map(({ before, now, all, own: processes }) => [
          offered(now?.rate ?? 0),
          ...versionCells(all),
          ...versionCells(processes),
          timesOf(before),
          timesOf(now),
          (before?.lost ?? 0) + (now?.lost ?? 0),
        ]),
      ],
      figures: compared.map(({ before, now, all, own: processes }) => ({
        rate: now?.rate,
        all,
        own: processes,
        p50: [before?.p50, now?.p50],
        p99: [before?.p99, now?.p99],
        lost: [before?.lost, now?.lost],
      })),
    },
    {
      name: "memory",
      heading: "memory of Jetwire's processes after the load, MiB (PSS)",
      rows: [["before", "now"], own.map((mib) => mib.toFixed(0))],
      figures: own,
    },
  ];
}

function versionCells(used: Record<"before" | "now" | "ratio", number>): string[] {
  return [used.before.toFixed(0), used.now.toFixed(0), used.ratio.toFixed(2)];
}

function timesOf(figures: RateFigures | undefined): string {
  return `${figures?.p50}, ${figures?.p99}`;
}

function ownOf(byProcess: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...byProcess].filter(([name]) => name !== "redis" && name !== "postgres"));
}

/** Returns the medians of the CPU of both systems at one rate, and the median of their ratios in each round. */
export function compareCpu(rounds: readonly RoundOfBoth[]) {
  const of = (read: (round: RoundOfBoth) => number) => median(rounds.map(read));
  return {
    rate: of(({ jetwire }) => jetwire.rate),
    jetwire: of(({ jetwire }) => sum(jetwire.micros)),
    hub: of(({ hub }) => sum(hub.micros)),
    ratio: of(({ jetwire, hub }) => sum(jetwire.micros) / sum(hub.micros)),
  };
}

interface Compared {
  readonly jetwire: number;
  readonly hub: number;
  readonly ratio: number;
}

function besideCells({ jetwire, hub, ratio }: Compared): string[] {
  return [jetwire.toFixed(0), hub.toFixed(0), ratio.toFixed(2)];
}

function rateSection(name: string, heading: string, figures: readonly RateFigures[]): Section {
  const names = [...new Set(figures.flatMap(({ micros }) => [...micros.keys()]))];
  return {
    name,
    heading: `${heading}, everything on ${cpus().length} cores`,
    // At rest, CPU is that of a second.
    chart: { parts: names, skips: 1 },
    rows: [
      ["offered", "% of a core", "in all", ...names, "p50 ms", "p99 ms", "lost"],
      ...figures.map(({ rate, corePercent, micros, p50, p99, lost }) => [
        offered(rate),
        corePercent.toFixed(1),
        sum(micros).toFixed(0),
        ...names.map((each) => (micros.get(each) ?? 0).toFixed(0)),
        p50,
        p99,
        lost,
      ]),
    ],
    figures: figures.map(({ micros, ...rest }) => ({ ...rest, ...Object.fromEntries(micros) })),
  };
}

function offered(rate: number): string {
  return rate === 0 ? "at rest" : `${rate}/s`;
}
