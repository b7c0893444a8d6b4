import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { type Environment, readVariable } from "./read-variable.ts";
import { readRedisAddress } from "./redis-address.ts";

/**
 * Parses the environment by a schema whose keys are the names of the variables. An empty string
 * counts as not set, so that a compose file can pass a variable through. `X_FILE` names a file with
 * the value of `X`; see `readVariable`.
 *
 * @throws ConfigError that names every invalid variable.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): z.infer<Schema> {
  const mistakes: string[] = [];
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    try {
      const value = readVariable(name, environment);
      if (value !== undefined) given[name] = value;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  const result = schema.safeParse(given);
  if (result.success && mistakes.length === 0) return result.data;
  throw new ConfigError([
    ...mistakes,
    ...(result.error?.issues ?? []).map(
      (issue) => `${issue.path.join(".") || "environment"}: ${issue.message}`,
    ),
  ]);
}

/** Reads an integer between two bounds. */
export function integerVariable(min: number, max: number): z.ZodCoercedNumber<string> {
  return z.coerce.number<string>().int().min(min).max(max);
}

/** Reads a TCP or UDP port; 0 lets the system choose a free one. */
export const portVariable = integerVariable(0, 65_535);

/** Reads a boolean: `1`, `true`, `yes`, `on`, or `0`, `false`, `no`, `off`. */
export const switchVariable = z.stringbool();

/** Reads comma-separated ports: `5550,5552`. */
export const portsVariable = z
  .string()
  .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
  .pipe(z.array(portVariable));

/** Variables of every process. */
export const processVariables = {
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** Number of this replica among those of its service; appears in logs and metrics. */
  SERVICE_REPLICA: integerVariable(0, 9_999).default(0),
  HEALTH_HOST: z.string().default("127.0.0.1"),
  HEALTH_PORT: portVariable.default(0),
  /** How many ports are tried from HEALTH_PORT on, for replicas that share one network namespace. */
  HEALTH_PORTS_MAX: integerVariable(1, 64).default(1),
  /** A Unix socket that serves the same, for a health check of this very process. */
  HEALTH_SOCKET: z.string().optional(),
  /** How long the event loop may be blocked before the process kills itself to be started again, seconds; 0 for any time. */
  WATCHDOG_SECONDS: integerVariable(0, 3_600).default(30),
  /** A collector that receives traces by OTLP over HTTP, `http://collector:4318`. Without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "expected a URL such as http://collector:4318" })
    .optional(),
  /** The share of messages and requests that are traced, 0 to 1; the same in all services. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).default(0.001),
};

/** Reads the address of a Redis server or of a Redis Cluster. */
export const redisUrlVariable = z.string().superRefine((text, context) => {
  const address = readRedisAddress(text);
  if ("mistake" in address) context.addIssue({ code: "custom", message: address.mistake });
});

/** Variables of every service that uses Redis. */
export const redisVariables = {
  /** One server or a Cluster; see `readRedisAddress`. */
  REDIS_URL: redisUrlVariable.default("redis://127.0.0.1:6379"),
  /** Prefix of all keys and channels; lets several deployments share a Redis server. */
  JETWIRE_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, "expected 1 to 32 characters of a-z, 0-9 and hyphen")
    .default("jw"),
  /** Number of partitions of the message stream; must be equal in all services of a deployment. */
  STREAM_PARTITIONS: integerVariable(1, 256).default(4),
  /** How long work on the stream may make no progress before it is reported, ms. */
  STREAM_STALL_MS_MAX: integerVariable(100, 600_000).default(5_000),
};

/** Variables of every service that uses Postgres. */
export const databaseVariables = {
  DATABASE_URL: z.string().default("postgres://jetwire@127.0.0.1:5432/jetwire"),
};
