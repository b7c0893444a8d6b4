import { cpus } from "node:os";
import { runStep, startPipeline } from "../pipeline/pipeline.ts";
import { lostOf, type Step } from "../pipeline/step.ts";
import { median, type Section } from "../report.ts";
import { startReplica } from "./replica.ts";

export interface ReplicasOptions {
  /** Length of each step, s. */
  readonly seconds: number;
  /** Steps for each number of processes; medians are reported. */
  readonly rounds: number;
  /** Offered messages a second. */
  readonly rate: number;
  /** Numbers of processes of each of the three services. */
  readonly replicas: readonly number[];
  readonly portBase: number;
}

const scaled = ["ingest", "persister", "fanout"];
const warmUpSeconds = 10;
/** The first port of health that the processes of an instance leave free, from the first port of its block on. */
const healthOffset = 50;

/**
 * Measures what a message costs with several processes of ingest, of persister and of fanout. Each number of processes
 * gets a new instance on the same machine, so that the difference is the cost of sharing the work.
 */
export async function runReplicas(options: ReplicasOptions): Promise<Section[]> {
  const measured: { replicas: number; steps: Step[] }[] = [];
  for (const replicas of options.replicas) {
    measured.push({ replicas, steps: await measure(options, replicas) });
  }
  return [section(measured, options)];
}

async function measure(
  { seconds, rounds, rate, portBase }: ReplicasOptions,
  replicas: number,
): Promise<Step[]> {
  await using stack = new AsyncDisposableStack();
  const environment = {
    INGEST_REUSE_PORTS: "true",
    STREAM_PARTITIONS: String(Math.max(4, replicas)),
  };
  const pipeline = stack.use(await startPipeline(environment, { portBase }));
  const { ready } = pipeline.instance;
  const services = [...ready.services];
  let healthPort = portBase + healthOffset;
  for (const name of scaled) {
    for (let replica = 1; replica < replicas; replica++) {
      const options = { name, replica, healthPort };
      const { pid } = stack.use(await startReplica(pipeline.instance, options));
      services.push({ name, replica, pid, health: `http://127.0.0.1:${healthPort}` });
      healthPort++;
    }
  }
  const instance = { ...pipeline.instance, ready: { ...ready, services } };
  let first = 1_000_000;
  const offer = async (length: number) => {
    const step = await runStep({ ...pipeline, instance }, { rate, seconds: length, first });
    first += rate * length;
    return step;
  };
  await offer(warmUpSeconds);
  const steps: Step[] = [];
  for (let round = 0; round < rounds; round++) steps.push(await offer(seconds));
  return steps;
}

function section(
  measured: readonly { replicas: number; steps: readonly Step[] }[],
  { rate }: ReplicasOptions,
): Section {
  const names = [
    ...new Set(measured.flatMap(({ steps }) => [...(steps[0]?.cpuMicros.keys() ?? [])])),
  ];
  const figures = measured.map(({ replicas, steps }) => {
    const of = (read: (step: Step) => number) => median(steps.map(read));
    return {
      replicas,
      micros: names.map((name) => Math.round(of(({ cpuMicros }) => cpuMicros.get(name) ?? 0))),
      p50: of(({ feed }) => feed.p50),
      p99: of(({ feed }) => feed.p99),
      lost: Math.max(...steps.map(lostOf)),
    };
  });
  return {
    name: "replicas",
    heading: `replicas: CPU microseconds a message at ${rate}/s by service, with so many processes each of ${scaled.join(", ")}; everything on ${cpus().length} cores`,
    chart: { parts: names },
    rows: [
      ["processes each", ...names, "p50 ms", "p99 ms", "lost"],
      ...figures.map(({ replicas, micros, p50, p99, lost }) => [
        replicas,
        ...micros,
        p50,
        p99,
        lost,
      ]),
    ],
    figures: figures.map(({ micros, ...rest }) => ({
      ...rest,
      micros: Object.fromEntries(names.map((name, index) => [name, micros[index]])),
    })),
  };
}
