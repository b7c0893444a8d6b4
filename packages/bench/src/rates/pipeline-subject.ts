import type { Instance } from "@jetwire/launcher";
import type { Subject } from "./measure.ts";
import { proportionalBytes } from "../fanout/measure/process-use.ts";
import type { Pipeline, cpuByService, runStep } from "../pipeline/pipeline.ts";
import { lostOf } from "../pipeline/step.ts";

/** Functions of the pipeline, of this checkout or of another one. */
export interface PipelineModule {
  readonly cpuByService: typeof cpuByService;
  readonly runStep: typeof runStep;
}

/** Returns a running instance with a feed client as what is measured. CPU is of Jetwire, Redis and Postgres. */
export function pipelineSubject(pipeline: Pipeline, module: PipelineModule): Subject {
  return {
    readCpu: () => module.cpuByService(pipeline.instance),
    async offer(load) {
      const step = await module.runStep(pipeline, load);
      const { p50, p99 } = step.feed;
      return { messages: step.sent, p50, p99, lost: lostOf(step) };
    },
  };
}

/** Returns the memory of each service, Redis and Postgres in MiB (PSS). */
export function memoryOf({ ready }: Instance): Map<string, number> {
  const memory = new Map<string, number>();
  for (const { name, pid } of ready.services) {
    if (pid === null) continue;
    memory.set(name, (memory.get(name) ?? 0) + proportionalBytes(pid) / 2 ** 20);
  }
  return memory;
}
