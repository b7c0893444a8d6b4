import process from "node:process";
import type { z } from "zod";
import { processVariables, readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { withDeadline } from "../timing/deadline.ts";
import { createHealth, type Health, type HealthAddress, serveHealth } from "./health.ts";
import { createLogger, type Logger } from "../logs/logger.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { createProcessIdentity, type ProcessIdentity } from "./process-identity.ts";
import { openTracing, type Tracing } from "../tracing/tracing.ts";

/** Parts that a process has once and gives to its service. */
export interface ProcessContext {
  readonly identity: ProcessIdentity;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Undefined unless a collector of traces is configured. */
  readonly tracing?: Tracing | undefined;
  /** Stops the process because something essential has failed. */
  readonly fail: (error: unknown) => void;
}

type ProcessConfig = z.infer<z.ZodObject<typeof processVariables>>;

/** A service. Its disposal drains it, then closes it. */
export interface RunningService extends AsyncDisposable {
  /** How long it drains at most before it closes, ms; 0 by default. */
  readonly drainMsMax?: number;
}

/** Starts a service. */
export type Start<Config> = (config: Config, context: ProcessContext) => Promise<RunningService>;

/** The conventional exit status for a wrong configuration: a restart does not help. */
const exitConfig = 78;
const closeDeadlineMs = 10_000;

/**
 * Runs a process: reads its configuration, serves its health port and starts its service. After
 * SIGTERM, SIGINT, a failure, or the end of the launcher that started it, the process drains and
 * closes within ten seconds, and the time that its service says it drains. A second signal exits at once. Only this file exits a process, with
 * status 0 after a signal, 78 when something is configured wrongly, and 1 after other failures.
 *
 * @param name the service's name in logs and metrics
 */
export async function runProcess<Schema extends z.ZodObject<typeof processVariables>>(
  name: string,
  schema: Schema,
  start: Start<z.infer<Schema>>,
): Promise<void> {
  const config = configOrExit(schema);
  const { LOG_LEVEL, SERVICE_REPLICA } = config as ProcessConfig;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = config as ProcessConfig;
  const identity = createProcessIdentity(name, SERVICE_REPLICA);
  const log = createLogger(name, LOG_LEVEL, SERVICE_REPLICA);
  const metrics = createMetrics({ service: name, replica: String(SERVICE_REPLICA) }, true);
  const health = createHealth();
  exportReadiness(metrics, health);
  let isStarted = false;
  let drainMsMax = 0;
  health.check("started", () => isStarted || "not started yet");
  const ended = Promise.withResolvers<{ reason: string; error?: unknown }>();
  const fail = (error: unknown) => ended.resolve({ reason: "failure", error });
  onceThenExit(["SIGTERM", "SIGINT"], (reason) => ended.resolve({ reason }));
  if (process.env["JETWIRE_PARENT_WATCH"] === "1") {
    process.once("disconnect", () => ended.resolve({ reason: "launcher ended" }));
  }
  process.once("uncaughtException", fail);
  process.once("unhandledRejection", fail);

  await using stack = new AsyncDisposableStack();
  try {
    stack.use(await serveHealth(health, metrics, healthAddressOf(config as ProcessConfig)));
    const tracing = await openTracing(
      {
        endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
        ratio: OTEL_TRACES_SAMPLER_ARG,
        service: name,
        replica: identity.replica,
      },
      { log, metrics },
    );
    if (tracing !== undefined) stack.use(tracing);
    const started = start(config, { identity, log, metrics, health, tracing, fail });
    const first = await Promise.race([started, ended.promise]);
    if (Symbol.asyncDispose in first) {
      stack.use(first);
      drainMsMax = first.drainMsMax ?? 0;
      isStarted = true;
      log.info({ process: identity.replica }, "started");
    }
  } catch (error) {
    fail(error);
  }

  const { reason, error } = await ended.promise;
  if (error === undefined) log.info({ reason }, "stopping");
  else log.fatal({ err: error }, "failed");
  health.drain();
  try {
    await withDeadline(stack.disposeAsync(), drainMsMax + closeDeadlineMs, "closing");
  } catch (closeError) {
    log.error({ err: closeError }, "did not close cleanly");
    process.exit(1);
  }
  if (error === undefined) process.exit(0);
  process.exit(error instanceof ConfigError ? exitConfig : 1);
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

function configOrExit<Schema extends z.ZodObject>(schema: Schema): z.infer<Schema> {
  try {
    return readConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(exitConfig);
  }
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
