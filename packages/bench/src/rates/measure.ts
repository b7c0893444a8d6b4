import { pause } from "@jetwire/runtime";
import type { Load } from "../pipeline/feeders.ts";
import { median } from "../report.ts";

/** A running system that stores messages and delivers them to a client. */
export interface Subject {
  /** Returns the CPU seconds that it has used, by process. */
  readCpu(): ReadonlyMap<string, number>;
  /** Offers messages, and waits until all of them are stored and delivered, or lost. */
  offer(load: Load): Promise<Delivery>;
}

export interface Delivery {
  /** Messages among which the CPU is divided. */
  readonly messages: number;
  /** Time from sending to the client, ms. */
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
}

/** Figures of one rate, or of a system at rest (rate 0). */
export interface RateFigures extends Omit<Delivery, "messages"> {
  readonly rate: number;
  /** Share of one core, percent. */
  readonly corePercent: number;
  /** CPU microseconds a message, by process; a second at rest. */
  readonly micros: ReadonlyMap<string, number>;
}

/** Measures a system while it is offered messages, or at rest (rate 0). `units` are messages, or seconds at rest. */
export async function measure(
  subject: Subject,
  load: Load,
): Promise<RateFigures & { readonly units: number }> {
  const { rate } = load;
  const before = subject.readCpu();
  const startMs = performance.now();
  const delivery = rate === 0 ? await rest(load.seconds) : await subject.offer(load);
  const took = (performance.now() - startMs) / 1_000;
  const { messages, ...times } = delivery;
  const units = rate === 0 ? took : messages;
  const micros = difference(subject.readCpu(), before, units);
  return { rate, units, corePercent: (sum(micros) * units) / took / 1e4, micros, ...times };
}

async function rest(seconds: number): Promise<Delivery> {
  await pause(seconds * 1_000);
  return { messages: 0, p50: 0, p99: 0, lost: 0 };
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

/** Returns the medians of the rounds of one rate, and the most that was lost. */
export function medianOf(rounds: readonly RateFigures[]): RateFigures {
  const of = (read: (figures: RateFigures) => number) => median(rounds.map(read));
  const names = rounds[0]?.micros.keys() ?? [];
  return {
    rate: of(({ rate }) => rate),
    corePercent: of(({ corePercent }) => corePercent),
    micros: new Map([...names].map((name) => [name, of(({ micros }) => micros.get(name) ?? 0)])),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    lost: Math.max(...rounds.map(({ lost }) => lost)),
  };
}

export function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((total, value) => total + value, 0);
}
