import { cpuSeconds } from "../fanout/measure/process-cpu.ts";
import { type Pipeline, runStep, startPipeline } from "../pipeline/pipeline.ts";
import { median, type Section } from "../report.ts";
import { startSpanCounter } from "./span-counter.ts";

export interface TracesOptions {
  /** Length of a step. */
  readonly seconds: number;
  /** Steps of each variant. */
  readonly rounds: number;
  /** Offered messages a second. */
  readonly rate: number;
}

/** CPU microseconds of the services in one step. */
interface Cost {
  /** The cost of a message, by service. */
  readonly message: ReadonlyMap<string, number>;
  /** The cost of a request to REST. */
  readonly request: number;
}

interface Variant {
  readonly name: string;
  readonly pipeline: Pipeline;
  readonly costs: Cost[];
}

const services = ["ingest", "persister", "fanout", "sampler", "gateway"];
const requests = 2_000;
const requestsAtOnce = 4;
const withoutCalls = new URL("without-trace-calls.ts", import.meta.url).href;

/**
 * Compares what services use for a message and for a request: with the calls of traces taken out, not configured,
 * with one of 1,000 traced, and with all traced. The instances run side by side; each gets the same load in turn.
 */
export async function runTraces(options: TracesOptions): Promise<Section[]> {
  await using stack = new AsyncDisposableStack();
  const collector = stack.use(await startSpanCounter());
  const traced = (ratio: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const environments: Readonly<Record<string, Record<string, string>>> = {
    "without the calls": { NODE_OPTIONS: `--import=${withoutCalls}` },
    "not configured": {},
    "one of 1,000": traced("0.001"),
    all: traced("1"),
  };
  const variants: Variant[] = [];
  for (const [name, environment] of Object.entries(environments)) {
    const exempt = { REST_EXEMPT_ADDRESSES: "127.0.0.1", ...environment };
    variants.push({ name, pipeline: stack.use(await startPipeline(exempt)), costs: [] });
  }
  for (let round = 0; round < options.rounds; round++) {
    for (let offset = 0; offset < variants.length; offset++) {
      // Each variant comes first once, so that what disturbs the machine disturbs all of them.
      const variant = variants[(round + offset) % variants.length];
      if (variant === undefined) continue;
      variant.costs.push(await measure(variant.pipeline, options, round));
    }
  }
  return [section(variants, collector.spans)];
}

async function measure(
  pipeline: Pipeline,
  { rate, seconds }: TracesOptions,
  round: number,
): Promise<Cost> {
  const first = 1_000_000 + round * rate * seconds;
  const { cpuMicros } = await runStep(pipeline, { rate, seconds, first });
  const message = new Map(services.map((name) => [name, cpuMicros.get(name) ?? 0]));
  const { ready } = pipeline.instance;
  const pid = ready.services.find(({ name }) => name === "rest")?.pid ?? 0;
  const before = cpuSeconds(pid);
  await Promise.all(Array.from({ length: requestsAtOnce }, () => ask(`${ready.rest}/v1/status`)));
  return { message, request: ((cpuSeconds(pid) - before) * 1e6) / requests };
}

async function ask(url: string): Promise<void> {
  for (let n = 0; n < requests / requestsAtOnce; n++) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`REST answered ${response.status}`);
  }
}

function section(variants: readonly Variant[], spans: number): Section {
  const [base] = variants;
  const figures = variants.map(({ name, costs }) => ({
    name,
    micros: Object.fromEntries(
      services.map((each) => [each, median(costs.map(({ message }) => message.get(each) ?? 0))]),
    ),
    message: summaryOf(costs, base?.costs ?? [], inAll),
    request: summaryOf(costs, base?.costs ?? [], ({ request }) => request),
  }));
  return {
    name: "traces",
    heading: `CPU microseconds of services: medians, and how they compare with the first row in the same round (least to most); ${spans} spans were received`,
    rows: [
      ["traces", ...services, "a message", "ratio", "a REST request", "ratio"],
      ...figures.map(({ name, micros, message, request }) => [
        name,
        ...services.map((each) => (micros[each] ?? 0).toFixed(0)),
        message.micros.toFixed(0),
        ratioText(message.ratios),
        request.micros.toFixed(0),
        ratioText(request.ratios),
      ]),
    ],
    figures: { variants: figures, spans },
  };
}

function inAll({ message }: Cost): number {
  return Iterator.from(message.values()).reduce((sum, micros) => sum + micros, 0);
}

/** Returns the median of a cost, and its ratio to that of the base in each round. */
function summaryOf(costs: readonly Cost[], base: readonly Cost[], of: (cost: Cost) => number) {
  const micros = costs.map(of);
  const ratios = micros.map((each, round) => each / (base.map(of)[round] ?? Number.NaN));
  return { micros: median(micros), ratios };
}

function ratioText(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(3)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
