import { type Instance, portSpan } from "@jetwire/launcher";
import { type AcarsHub, startAcarsHub } from "./acars-hub.ts";
import { measure, medianOf, type RateFigures, type Subject } from "./measure.ts";
import { memoryOf, pipelineSubject } from "./pipeline-subject.ts";
import { acarsHubSections, rateSections } from "./sections.ts";
import { openServerCounter, type ServerCounter, type ServerCounts } from "./server-counts.ts";
import type { Load } from "../pipeline/feeders.ts";
import { cpuByService, runStep, startPipeline } from "../pipeline/pipeline.ts";
import { median, type Section } from "../report.ts";

export interface RatesOptions {
  /** Length of each step, and of the rest at the beginning, s. */
  readonly seconds: number;
  /** How often each rate is measured; the medians are reported. */
  readonly rounds: number;
  /** Offered messages a second. */
  readonly rates: readonly number[];
  readonly portBase: number;
  /** Offers messages at random times, as many stations do, and not evenly. */
  readonly random: boolean;
  /** Measures an instance whose services run in one process. */
  readonly oneProcess: boolean;
  /** Folder of a built checkout of ACARS Hub, which is measured beside. */
  readonly acarsHub?: string | undefined;
}

/** Figures of Jetwire. CPU is of Jetwire, Redis and Postgres. */
interface JetwireFigures extends RateFigures {
  readonly counts: ServerCounts;
}

interface Round {
  readonly jetwire: JetwireFigures;
  readonly hub: RateFigures | null;
}

const warmUp = { rate: 1_000, seconds: 10 };

/**
 * Measures what a message costs at the rates of real networks, and what an instance costs at rest: CPU by service,
 * calls of Redis and commits of Postgres, and the latency to a feed client. Measures ACARS Hub in turn with it, if its
 * folder is given.
 */
export async function runRates(options: RatesOptions): Promise<Section[]> {
  const { seconds, rounds, rates, random, acarsHub, portBase } = options;
  await using pipeline = await startPipeline({}, options);
  await using counter = await openServerCounter(pipeline.instance.ready.redis, pipeline.database);
  await using hub =
    acarsHub === undefined ? null : await startAcarsHub(acarsHub, portBase + portSpan);
  const subject = pipelineSubject(pipeline, { cpuByService, runStep });
  let first = 1_000_000;
  const measureBoth = async ({
    rate,
    seconds: length,
  }: Pick<Load, "rate" | "seconds">): Promise<Round> => {
    const load = { rate, seconds: length, first, random };
    first += rate * length;
    const jetwire = await measureJetwire(subject, counter, load);
    return { jetwire, hub: hub === null ? null : await measure(hub, load) };
  };
  await measureBoth(warmUp);
  const measured = new Map<number, Round[]>([0, ...rates].map((rate) => [rate, []]));
  for (let round = 0; round < rounds; round++) {
    for (const rate of [0, ...rates])
      measured.get(rate)?.push(await measureBoth({ rate, seconds }));
  }
  return sectionsOf([...measured.values()], pipeline.instance, hub);
}

async function measureJetwire(
  subject: Subject,
  counter: ServerCounter,
  load: Load,
): Promise<JetwireFigures> {
  const before = await counter.read();
  const figures = await measure(subject, load);
  return { ...figures, counts: perUnit(await counter.read(), before, figures.units) };
}

function perUnit(after: ServerCounts, before: ServerCounts, units: number): ServerCounts {
  return countsBy((name) => (after[name] - before[name]) / units);
}

function medianWithCounts(rounds: readonly JetwireFigures[]): JetwireFigures {
  const counts = countsBy((name) => median(rounds.map((round) => round.counts[name])));
  return { ...medianOf(rounds), counts };
}

function countsBy(read: (name: keyof ServerCounts) => number): ServerCounts {
  return {
    redisCalls: read("redisCalls"),
    redisScripts: read("redisScripts"),
    commits: read("commits"),
  };
}

function sectionsOf(
  measured: readonly (readonly Round[])[],
  instance: Instance,
  hub: AcarsHub | null,
): Section[] {
  const memory = memoryOf(instance);
  const jetwire = measured.map((rounds) => medianWithCounts(rounds.map((round) => round.jetwire)));
  const sections = rateSections(jetwire, memory);
  if (hub === null) return sections;
  const both = measured.map((rounds) =>
    rounds.flatMap(({ jetwire: ours, hub: theirs }) =>
      theirs === null ? [] : [{ jetwire: ours, hub: theirs }],
    ),
  );
  return [...sections, ...acarsHubSections(both, memory, hub.memoryBytes() / 2 ** 20)];
}
