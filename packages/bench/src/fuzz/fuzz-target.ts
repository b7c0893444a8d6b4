import type { SeededRandom } from "@jetwire/testbed";
import { createSeededRandom } from "@jetwire/testbed";

/** A parser, or a service behind a port, that takes inputs of any kind. */
export interface FuzzTarget {
  readonly name: string;
  /** The share of all inputs, 0 to 1. */
  readonly share: number;
  /** Makes an input. The same choices give the same input. */
  make(random: SeededRandom): Buffer;
  /** Works on an input to its end. @throws Error if the input was not dealt with as it must be. */
  run(input: Buffer): Promise<void> | void;
  /** The size in bytes to which the worst input is repeated, before it is doubled. */
  readonly growthBytes: number;
  /** Returns an input of a multiple of the size; by default the bytes one after another. */
  repeat?(input: Buffer, times: number): Buffer;
}

/** An input by its number under the seed, with the time that it took. */
interface Costly {
  readonly input: number;
  readonly us: number;
}

interface FuzzCrash {
  readonly input: number;
  readonly error: string;
}

export interface FuzzResult {
  readonly name: string;
  readonly inputs: number;
  readonly bytes: number;
  readonly crashes: readonly FuzzCrash[];
  /** The input that took the most CPU time of this thread, measured again. */
  readonly worst: { readonly input: number; readonly bytes: number; readonly cpuUs: number };
  /** CPU time of the worst input repeated to twice the size, divided by the time before. Linear: 2. */
  readonly doubled: { readonly bytes: number; readonly cpuUs: number; readonly ratio: number };
}

/** Feeds inputs to a target and keeps what they did. */
export interface Fuzzing {
  run(inputs: number): Promise<void>;
  result(): Promise<FuzzResult>;
}

const costliestMax = 12;
const crashesShownMax = 20;
/** Runs of an input that seems costly; the fastest counts, because the machine may have been busy. */
const runsOfCostly = 3;
/** The kernel counts CPU time in ticks of some ms, so an input is run until this much has passed. */
const measuredUsMin = 60_000;
const measuredTimes = 3;

export function createFuzzing(target: FuzzTarget, seed: number): Fuzzing {
  const crashes: FuzzCrash[] = [];
  let costliest: Costly[] = [];
  let done = 0;
  let bytes = 0;

  function inputAt(input: number): Buffer {
    return target.make(createSeededRandom(seed, `${target.name} ${input}`));
  }

  async function runOne(input: number): Promise<void> {
    const made = inputAt(input);
    bytes += made.length;
    let us = Number.POSITIVE_INFINITY;
    for (let time = 0; time < runsOfCostly; time++) {
      const startMs = performance.now();
      try {
        const running = target.run(made);
        if (running !== undefined) await running;
      } catch (error) {
        if (crashes.length < crashesShownMax) crashes.push({ input, error: String(error) });
        return;
      }
      us = Math.min(us, (performance.now() - startMs) * 1_000);
      if (costliest.length === costliestMax && us <= (costliest.at(-1)?.us ?? 0)) return;
    }
    costliest = [...costliest, { input, us }]
      .toSorted((a, b) => b.us - a.us)
      .slice(0, costliestMax);
  }

  /** Finds the worst of the costliest inputs by CPU time. */
  async function findWorst(): Promise<{ input: number; cpuUs: number }> {
    let worst = { input: 0, cpuUs: 0 };
    for (const { input } of costliest) {
      const cpuUs = await cpuUsOf(target, inputAt(input));
      if (cpuUs > worst.cpuUs) worst = { input, cpuUs };
    }
    return worst;
  }

  return {
    async run(inputs) {
      for (const end = done + inputs; done < end; done++) await runOne(done);
    },
    async result() {
      const { input, cpuUs } = await findWorst();
      const made = inputAt(input);
      const times = Math.max(1, Math.ceil(target.growthBytes / Math.max(1, made.length)));
      const once = repeated(target, made, times);
      const twice = repeated(target, made, times * 2);
      const onceUs = await cpuUsOf(target, once);
      const twiceUs = await cpuUsOf(target, twice);
      return {
        name: target.name,
        inputs: done,
        bytes,
        crashes,
        worst: { input, bytes: made.length, cpuUs },
        doubled: { bytes: twice.length, cpuUs: twiceUs, ratio: twiceUs / Math.max(1, onceUs) },
      };
    },
  };
}

function repeated(target: FuzzTarget, input: Buffer, times: number): Buffer {
  if (target.repeat !== undefined) return target.repeat(input, times);
  return Buffer.concat(Array.from({ length: times }, () => input));
}

/** Returns the CPU time of this thread for one run of an input, µs: the least of several measurements. */
async function cpuUsOf(target: FuzzTarget, input: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < measuredTimes; time++) {
    const before = process.threadCpuUsage();
    let runs = 0;
    let us = 0;
    while (us < measuredUsMin) {
      // Crashes were counted when the input was run first.
      await new Promise((resolve) => resolve(target.run(input))).catch(() => {});
      runs++;
      const { user, system } = process.threadCpuUsage(before);
      us = user + system;
    }
    least = Math.min(least, us / runs);
  }
  return Math.round(least);
}
