import { z } from "zod";
import { readRedisAddress } from "./redis-address.ts";

/** All mistakes of an environment at once, a line each. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(`configuration is wrong:\n  ${mistakes.join("\n  ")}`);
    this.name = "ConfigError";
  }
}

/**
 * Parses the environment by a schema whose keys are the variables' names. Empty strings count as
 * not set, so that a compose file may pass a variable through.
 *
 * @throws ConfigError naming every variable that is wrong.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map(
      (issue) => `${issue.path.join(".") || "environment"}: ${issue.message}`,
    ),
  );
}

/** A whole number with bounds, from a variable's text. */
export function integerVariable(min: number, max: number): z.ZodCoercedNumber<string> {
  return z.coerce.number<string>().int().min(min).max(max);
}

/** A TCP or UDP port; 0 lets the system choose. */
export const portVariable = integerVariable(0, 65_535);

/** `1`, `true`, `yes`, `on` and their opposites. */
export const switchVariable = z.stringbool();

/** Comma-separated ports: `5550,5552`. */
export const portsVariable = z
  .string()
  .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
  .pipe(z.array(portVariable));

/** What every process takes from its environment. */
export const processVariables = {
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** Which replica of its service this process is; names it in logs and consumers. */
  SERVICE_REPLICA: integerVariable(0, 9_999).default(0),
  HEALTH_HOST: z.string().default("127.0.0.1"),
  HEALTH_PORT: portVariable.default(0),
};

/** Names one Redis server or a Cluster. */
export const redisUrlVariable = z.string().superRefine((text, context) => {
  const address = readRedisAddress(text);
  if ("mistake" in address) context.addIssue({ code: "custom", message: address.mistake });
});

/** Shared by every service that talks to Redis. */
export const redisVariables = {
  /** One server or a Cluster, as `readRedisAddress` has them. */
  REDIS_URL: redisUrlVariable.default("redis://127.0.0.1:6379"),
  /** Prefix of every key and channel, so that deployments can share a Redis. */
  JETWIRE_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, "1 to 32 of a-z, 0-9 and hyphen")
    .default("jw"),
  /** Partitions of the message stream; the same for every service of a deployment. */
  STREAM_PARTITIONS: integerVariable(1, 256).default(4),
};

/** Shared by every service that talks to Postgres. */
export const databaseVariables = {
  DATABASE_URL: z.string().default("postgres://jetwire@127.0.0.1:5432/jetwire"),
};
