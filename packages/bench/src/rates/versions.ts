import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { portSpan } from "@jetwire/launcher";
import { z } from "zod";
import { measure, type RateFigures } from "./measure.ts";
import { memoryOf, pipelineSubject } from "./pipeline-subject.ts";
import { versionSections } from "./sections.ts";
import * as pipelineModule from "../pipeline/pipeline.ts";
import type { Section } from "../report.ts";

const pipelineFile = "packages/bench/src/pipeline/pipeline.ts";
const dependencies = "packages/bench/node_modules";
const warmUp = { rate: 1_000, seconds: 6 };

/** Reads the folder of another checkout of Jetwire with its dependencies. */
export const CheckoutFolder = z
  .string()
  .refine(
    (folder) => [pipelineFile, dependencies].every((path) => existsSync(join(folder, path))),
    {
      error: ({ input }) =>
        `must be a checkout of Jetwire with its dependencies, and ${String(input)} has no ${pipelineFile} or no ${dependencies}; \`npm run -s jetwire -- help\` in it sets it up`,
    },
  );

export interface VersionsOptions {
  /** Folder of the checkout of the other version. */
  readonly before: string;
  /** Length of each step, and of each rest, s. */
  readonly seconds: number;
  readonly rounds: number;
  /** Messages a second that each instance is offered. */
  readonly rates: readonly number[];
  readonly portBase: number;
  /** Runs the services of each instance in one process. */
  readonly oneProcess: boolean;
}

/**
 * Measures two versions of Jetwire at the same time: an instance of each, with a feeder and a feed client of its own. What else
 * the machine does then meets both, so that smaller differences show than in runs one after another.
 */
export async function runVersions(options: VersionsOptions): Promise<Section[]> {
  const { seconds, rounds, rates, portBase } = options;
  const url = pathToFileURL(join(resolve(options.before), pipelineFile));
  const other = (await import(url.href)) as typeof pipelineModule;
  await using before = await other.startPipeline({}, { ...options, portBase: portBase + portSpan });
  await using now = await pipelineModule.startPipeline({}, options);
  const subjects = [pipelineSubject(before, other), pipelineSubject(now, pipelineModule)] as const;
  let first = 1_000_000;
  async function measureBoth(rate: number, length: number): Promise<[RateFigures, RateFigures]> {
    const load = { rate, seconds: length, first, random: true };
    first += rate * length;
    return await Promise.all([measure(subjects[0], load), measure(subjects[1], load)]);
  }
  await measureBoth(warmUp.rate, warmUp.seconds);
  const measured = new Map<number, [RateFigures, RateFigures][]>();
  for (let round = 0; round < rounds; round++) {
    // At rest last, when what follows the load is over.
    for (const rate of [...rates, 0]) {
      measured.set(rate, [...(measured.get(rate) ?? []), await measureBoth(rate, seconds)]);
    }
  }
  const memory = [memoryOf(before.instance), memoryOf(now.instance)] as const;
  return versionSections([...measured.values()], memory);
}
