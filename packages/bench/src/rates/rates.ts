import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { pause } from "@jetwire/runtime";
import { cpuByService, type Pipeline, runStep, startPipeline } from "../pipeline/pipeline.ts";
import { median, type Section } from "../report.ts";
import { openServerCounter, type ServerCounter, type ServerCounts } from "./server-counts.ts";

export interface RatesOptions {
  /** Length of each step, and of the rest at the beginning, s. */
  readonly seconds: number;
  /** How often each rate is measured; the medians are reported. */
  readonly rounds: number;
  /** Offered messages a second. */
  readonly rates: readonly number[];
  readonly portBase: number;
  /** Measures an instance whose services run in one process. */
  readonly oneProcess: boolean;
}

/** Figures of one rate, or of an instance at rest (rate 0). CPU is of Jetwire, Redis and Postgres. */
interface RateFigures {
  readonly rate: number;
  /** Share of one core, percent. */
  readonly corePercent: number;
  /** CPU microseconds a message, by service; a second at rest. */
  readonly micros: ReadonlyMap<string, number>;
  readonly counts: ServerCounts;
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
}

const warmUp = { rate: 1_000, seconds: 10 };

/**
 * Measures what a message costs at the rates of real networks, and what an instance costs at rest: CPU by service,
 * calls of Redis and commits of Postgres, and the latency to a feed client.
 */
export async function runRates(options: RatesOptions): Promise<Section[]> {
  const { seconds, rounds, rates } = options;
  await using pipeline = await startPipeline({}, options);
  await using counter = await openServerCounter(pipeline.instance.ready.redis, pipeline.database);
  let first = 1_000_000;
  const offer = async (load: { readonly rate: number; readonly seconds: number }) => {
    const figures = await measureRate({ pipeline, counter }, { ...load, first });
    first += load.rate * load.seconds;
    return figures;
  };
  await offer(warmUp);
  const rest: RateFigures[] = [];
  const steps = new Map<number, RateFigures[]>(rates.map((rate) => [rate, []]));
  for (let round = 0; round < rounds; round++) {
    rest.push(await measureRest({ pipeline, counter }, seconds));
    for (const rate of rates) steps.get(rate)?.push(await offer({ rate, seconds }));
  }
  return sections([rest, ...steps.values()].map(medianOf), memoryOf(pipeline));
}

interface Measured {
  readonly pipeline: Pipeline;
  readonly counter: ServerCounter;
}

async function measureRest({ pipeline, counter }: Measured, seconds: number) {
  const countsBefore = await counter.read();
  const cpuBefore = cpuByService(pipeline.instance);
  const startMs = performance.now();
  await pause(seconds * 1_000);
  const took = (performance.now() - startMs) / 1_000;
  const micros = difference(cpuByService(pipeline.instance), cpuBefore, took);
  const counts = perUnit(await counter.read(), countsBefore, took);
  return { rate: 0, corePercent: sum(micros) / 1e4, micros, counts, p50: 0, p99: 0, lost: 0 };
}

async function measureRate(
  { pipeline, counter }: Measured,
  load: { readonly rate: number; readonly seconds: number; readonly first: number },
): Promise<RateFigures> {
  const countsBefore = await counter.read();
  const cpuBefore = cpuByService(pipeline.instance);
  const startMs = performance.now();
  const step = await runStep(pipeline, load);
  const took = (performance.now() - startMs) / 1_000;
  const micros = difference(cpuByService(pipeline.instance), cpuBefore, step.sent);
  const counts = perUnit(await counter.read(), countsBefore, step.sent);
  const { p50, p99 } = step.feed;
  const lost = step.sent - step.stored - step.duplicates - step.limited - step.kernelDrops;
  const corePercent = (sum(micros) * step.sent) / took / 1e4;
  return { rate: load.rate, corePercent, micros, counts, p50, p99, lost };
}

function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  units: number,
): Map<string, number> {
  return new Map(
    [...after].map(([name, used]) => [name, ((used - (before.get(name) ?? 0)) * 1e6) / units]),
  );
}

function perUnit(after: ServerCounts, before: ServerCounts, units: number): ServerCounts {
  const each = (name: keyof ServerCounts) => (after[name] - before[name]) / units;
  return {
    redisCalls: each("redisCalls"),
    redisScripts: each("redisScripts"),
    redisCommands: each("redisCommands"),
    commits: each("commits"),
  };
}

function medianOf(rounds: readonly RateFigures[]): RateFigures {
  const of = (read: (figures: RateFigures) => number) => median(rounds.map(read));
  const names = rounds[0]?.micros.keys() ?? [];
  return {
    rate: of(({ rate }) => rate),
    corePercent: of(({ corePercent }) => corePercent),
    micros: new Map([...names].map((name) => [name, of(({ micros }) => micros.get(name) ?? 0)])),
    counts: {
      redisCalls: of(({ counts }) => counts.redisCalls),
      redisScripts: of(({ counts }) => counts.redisScripts),
      redisCommands: of(({ counts }) => counts.redisCommands),
      commits: of(({ counts }) => counts.commits),
    },
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    lost: Math.max(...rounds.map(({ lost }) => lost)),
  };
}

/** Returns the memory of each service in MiB, shared pages divided among those who share them (PSS). */
function memoryOf({ instance }: Pipeline): Map<string, number> {
  const memory = new Map<string, number>();
  for (const { name, pid } of instance.ready.services) {
    if (pid === null || name === "redis" || name === "postgres") continue;
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const kib = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    memory.set(name, (memory.get(name) ?? 0) + kib / 1_024);
  }
  return memory;
}

function sections(figures: readonly RateFigures[], memory: ReadonlyMap<string, number>): Section[] {
  const names = [...new Set(figures.flatMap(({ micros }) => [...micros.keys()]))];
  return [
    {
      name: "rates",
      heading: `CPU microseconds a message (a second at rest) by service, everything on ${cpus().length} cores`,
      chart: { parts: names },
      rows: [
        ["offered", "% of a core", "in all", ...names, "p50 ms", "p99 ms", "lost"],
        ...figures.map(({ rate, corePercent, micros, p50, p99, lost }) => [
          offered(rate),
          corePercent.toFixed(1),
          sum(micros).toFixed(0),
          ...names.map((name) => (micros.get(name) ?? 0).toFixed(0)),
          p50,
          p99,
          lost,
        ]),
      ],
      figures: figures.map(({ micros, ...rest }) => ({ ...rest, ...Object.fromEntries(micros) })),
    },
    {
      name: "counts",
      heading: "calls of Redis and commits of Postgres, a message (a second at rest)",
      rows: [
        ["offered", "commands sent", "scripts", "calls in all", "commits"],
        ...figures.map(({ rate, counts }) => [
          offered(rate),
          counts.redisCommands.toFixed(2),
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
      rows: [
        ["in all", ...memory.keys()],
        [sum(memory), ...memory.values()].map((mib) => mib.toFixed(0)),
      ],
      figures: Object.fromEntries(memory),
    },
  ];
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((total, value) => total + value, 0);
}

function offered(rate: number): string {
  return rate === 0 ? "at rest" : `${rate}/s`;
}
