import process from "node:process";
import type { z } from "zod";
import { type processVariables, readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Environment } from "../config/read-variable.ts";
import { serviceVariables } from "../config/service-variables.ts";
import { withDeadline } from "../timing/deadline.ts";
import {
  createHealth,
  type Health,
  type HealthAddress,
  readinessOf,
  serveHealth,
} from "./health.ts";
import { createLogger, type Logger } from "../logs/logger.ts";
import { createMetrics, mergeMetrics, type Metrics } from "../metrics/metrics.ts";
import { pause } from "../timing/pause.ts";
import { createProcessIdentity } from "./process-identity.ts";
import {
  type ConfiguredService,
  createService,
  type ProcessConfig,
  type ProcessContext,
  processSchema,
  type Service,
  type Start,
} from "./service.ts";
import { startWatchdog } from "./watchdog.ts";
import { openTracing } from "../tracing/tracing.ts";

/** A service of a process, from its start to its end. */
interface Part extends Pick<ProcessContext, "identity" | "log" | "metrics" | "health"> {
  readonly service: ConfiguredService;
  /** Has what the service opened. */
  readonly stack: AsyncDisposableStack;
  isStarted: boolean;
  drainMsMax: number;
}

/** The log and the metrics of a process itself. */
type Whole = Pick<ProcessContext, "log" | "metrics">;

/** The conventional exit status for a wrong configuration: a restart does not help. */
const exitConfig = 78;
const closeDeadlineMs = 10_000;
/** How long a group of services closes before the next group begins to close as well, ms. */
const groupCloseMsMax = 4_000;

/**
 * Runs a process of one service; see `runServices`.
 *
 * @param name the service's name in logs and metrics
 */
export async function runProcess<Schema extends z.ZodObject<typeof processVariables>>(
  name: string,
  schema: Schema,
  start: Start<z.infer<Schema>>,
): Promise<void> {
  await runServices(name, [[createService(name, schema, start)]]);
}

/**
 * Runs a process: reads its configuration, serves its health port and starts its services together. After
 * SIGTERM, SIGINT, a failure, or the end of the launcher that started it, the process drains and
 * closes within ten seconds, and the time that its services say they drain. A second signal exits at once. Only this file exits a process, with
 * status 0 after a signal, 78 when something is configured wrongly, and 1 after other failures.
 *
 * Each of several services has its identity, log, metrics and health, and variables of its own (`serviceVariables`).
 *
 * @param name the process's name in logs and metrics: that of its service, if it is one
 * @param groups services in the order in which they end: those of a group together, after those of the group before or
 *   when these have not closed within four seconds
 */
export async function runServices(
  name: string,
  groups: readonly (readonly Service[])[],
): Promise<void> {
  const { config, services } = configOrExit(groups.flat());
  const whole: Whole = {
    log: createLogger(name, config.LOG_LEVEL, config.SERVICE_REPLICA),
    metrics: createMetrics({ service: name, replica: String(config.SERVICE_REPLICA) }, true),
  };
  const parts = services.map((service) =>
    createPart(service, services.length === 1 ? whole : null),
  );
  const ended = Promise.withResolvers<{ reason: string; log?: Logger; error?: unknown }>();
  const failOf = (log: Logger) => (error: unknown) =>
    ended.resolve({ reason: "failure", log, error });
  const fail = failOf(whole.log);
  onceThenExit(["SIGTERM", "SIGINT"], (reason) => ended.resolve({ reason }));
  if (process.env["JETWIRE_PARENT_WATCH"] === "1") {
    process.once("disconnect", () => ended.resolve({ reason: "launcher ended" }));
  }
  process.once("uncaughtException", fail);
  process.once("unhandledRejection", fail);

  await using stack = new AsyncDisposableStack();
  try {
    stack.use(await serveParts(parts, whole, config));
    const named = groups.map((group) => new Set(group.map((service) => service.name)));
    stack.defer(() =>
      closeInOrder(named.map((names) => parts.filter(({ service }) => names.has(service.name)))),
    );
    const started = Promise.all(parts.map((part) => startPart(part, failOf(part.log))));
    await Promise.race([started, ended.promise]);
    stack.use(startWatchdog(config.WATCHDOG_SECONDS, name, config.SERVICE_REPLICA));
  } catch (error) {
    fail(error);
  }

  const { reason, log = whole.log, error } = await ended.promise;
  if (error === undefined) log.info({ reason }, "stopping");
  else log.fatal({ err: error }, "failed");
  for (const { health } of parts) health.drain();
  const drainMsMax = Math.max(...parts.map((part) => part.drainMsMax));
  try {
    await withDeadline(stack.disposeAsync(), drainMsMax + closeDeadlineMs, "closing");
  } catch (closeError) {
    whole.log.error({ err: closeError }, "did not close cleanly");
    process.exit(1);
  }
  if (error === undefined) process.exit(0);
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}

/**
 * Creates what a service has before it starts.
 *
 * @param whole the log and the metrics of a process that has no other service
 */
function createPart(service: ConfiguredService, whole: Whole | null): Part {
  const { name, config } = service;
  const { LOG_LEVEL, SERVICE_REPLICA: number } = config;
  const part: Part = {
    service,
    identity: createProcessIdentity(name, number),
    log: whole?.log ?? createLogger(name, LOG_LEVEL, number),
    metrics: whole?.metrics ?? createMetrics({ service: name, replica: String(number) }),
    health: createHealth(),
    stack: new AsyncDisposableStack(),
    isStarted: false,
    drainMsMax: 0,
  };
  exportReadiness(part.metrics, part.health);
  part.health.check("started", () => part.isStarted || "not started yet");
  return part;
}

async function startPart(part: Part, fail: (error: unknown) => void): Promise<void> {
  const { service, identity, log, metrics, health, stack } = part;
  try {
    const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = service.config;
    const tracing = await openTracing(
      {
        endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
        ratio: OTEL_TRACES_SAMPLER_ARG,
        service: service.name,
        replica: identity.replica,
      },
      { log, metrics },
    );
    if (tracing !== undefined) stack.use(tracing);
    const running = await service.start({ identity, log, metrics, health, tracing, fail });
    part.drainMsMax = running.drainMsMax ?? 0;
    // When the process ends meanwhile, nobody waits for this service.
    if (stack.disposed) return;
    stack.use(running);
    part.isStarted = true;
    log.info({ process: identity.replica }, "started");
  } catch (error) {
    fail(error);
  }
}

/** Serves the health port of a process: of its service, or of all its services. */
async function serveParts(
  parts: readonly Part[],
  { metrics }: Whole,
  config: ProcessConfig,
): Promise<AsyncDisposable> {
  const address = healthAddressOf(config);
  const [first, second] = parts;
  if (first !== undefined && second === undefined) {
    return await serveHealth(first.health, metrics, address);
  }
  const health = {
    readiness: () => readinessOf(parts.map((part) => [part.service.name, part.health])),
  };
  const merged = {
    ...metrics,
    text: () => mergeMetrics([metrics, ...parts.map((one) => one.metrics)]),
  };
  return await serveHealth(health, merged, address);
}

async function closeInOrder(groups: readonly (readonly Part[])[]): Promise<void> {
  const closing: Promise<PromiseSettledResult<void>[]>[] = [];
  for (const group of groups) {
    const closed = Promise.allSettled(group.map(({ stack }) => stack.disposeAsync()));
    closing.push(closed);
    await Promise.race([closed, pause(groupCloseMsMax)]);
  }
  const results = (await Promise.all(closing)).flat();
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

function healthAddressOf(config: ProcessConfig): HealthAddress {
  return {
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    portsMax: config.HEALTH_PORTS_MAX,
    socket: config.HEALTH_SOCKET,
  };
}

/** Exports readiness, which is checked when the metrics are read. */
function exportReadiness(metrics: Pick<Metrics, "gauge">, health: Pick<Health, "readiness">): void {
  metrics.gauge({
    name: "jetwire_ready",
    help: "1 while the process is ready, as /readyz says",
    async collect() {
      this.set(Number((await health.readiness()).ready));
    },
  });
}

/** Reads all configurations; names the service of a mistake if there are several. */
function configOrExit(services: readonly Service[]) {
  const mistakes: string[] = [];
  const configured: ConfiguredService[] = [];
  for (const service of services) {
    try {
      configured.push(service.configure(variablesOf(service, services)));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const prefix = services.length === 1 ? "" : `${service.name}: `;
      mistakes.push(...error.mistakes.map((mistake) => prefix + mistake));
    }
  }
  if (mistakes.length === 0) {
    return { config: readConfig(processSchema, process.env), services: configured };
  }
  process.stderr.write(`${new ConfigError(mistakes).message}\n`);
  process.exit(exitConfig);
}

function variablesOf({ name }: Service, services: readonly Service[]): Environment {
  return services.length === 1 ? process.env : serviceVariables(name, process.env);
}

function onceThenExit(signals: NodeJS.Signals[], stop: (signal: string) => void): void {
  let stopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      stop(signal);
    });
  }
}
