import { z } from "zod";
import { processVariables, readConfig } from "../config/config.ts";
import type { Environment } from "../config/read-variable.ts";
import type { Logger } from "../logs/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { Health } from "./health.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** Parts that a process gives to a service; each of several services has its own. */
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

export const processSchema = z.object(processVariables);
/** The variables of every process, read. */
export type ProcessConfig = z.infer<typeof processSchema>;

/** A service that runs. Its disposal drains it, then closes it. */
export interface RunningService extends AsyncDisposable {
  /** How long it drains at most before it closes, ms; 0 by default. */
  readonly drainMsMax?: number;
}

/** Starts a service. */
export type Start<Config> = (config: Config, context: ProcessContext) => Promise<RunningService>;

/** A service that a process can run. */
export interface Service {
  readonly name: string;
  /**
   * Reads the configuration of the service.
   *
   * @throws ConfigError
   */
  configure(environment: Environment): ConfiguredService;
}

/** A service with its configuration. */
export interface ConfiguredService {
  readonly name: string;
  readonly config: ProcessConfig;
  readonly start: (context: ProcessContext) => Promise<RunningService>;
}

/** Describes a service by its name in logs and metrics, the schema of its variables, and its start. */
export function createService<Schema extends z.ZodObject<typeof processVariables>>(
  name: string,
  schema: Schema,
  start: Start<z.infer<Schema>>,
): Service {
  return {
    name,
    configure(environment) {
      const config = readConfig(schema, environment);
      return { name, config, start: (context) => start(config, context) };
    },
  };
}
