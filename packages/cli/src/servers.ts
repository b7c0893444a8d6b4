import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

/** The members of the launcher's `ready.json` that commands use. */
const ReadyFile = z.object({
  redis: z.string(),
  postgres: z.string(),
  services: z.array(
    z.object({
      name: z.string(),
      replica: z.number(),
      pid: z.number().nullable(),
      health: z.string().nullable(),
    }),
  ),
});
type ReadyFile = z.infer<typeof ReadyFile>;

export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  readonly namespace: string;
  readonly partitions: number;
  /** Processes of the running instance; null if only its servers are known. */
  readonly services: ReadyFile["services"] | null;
}

const Environment = z.object({
  DATABASE_URL: z.string().min(1).optional(),
  REDIS_URL: z.string().min(1).optional(),
  JETWIRE_NAMESPACE: z.string().min(1).default("jw"),
  STREAM_PARTITIONS: z.coerce.number().int().min(1).max(256).default(4),
});

/**
 * Finds Postgres and Redis: in `ready.json` of the running instance in `--data` or `.data`, else in
 * the environment.
 *
 * @throws CliError if there are none, or ConfigError
 */
export function findServers(terminal: Terminal, data: unknown): Servers {
  const environment = readConfig(Environment, terminal.env);
  const shared = {
    namespace: environment.JETWIRE_NAMESPACE,
    partitions: environment.STREAM_PARTITIONS,
  };
  const path = instanceFile(terminal, data, "ready.json");
  if (path !== null) {
    const { postgres, redis, services } = readReadyFile(path);
    return { databaseUrl: postgres, redisUrl: redis, services, ...shared };
  }
  if (environment.DATABASE_URL === undefined) {
    throw new CliError(
      "no_servers",
      "no running instance found (.data/ready.json), and DATABASE_URL is not set: " +
        "run `npm start`, pass the instance's folder with --data, or set DATABASE_URL",
    );
  }
  return {
    databaseUrl: environment.DATABASE_URL,
    redisUrl: environment.REDIS_URL ?? null,
    services: null,
    ...shared,
  };
}

/**
 * Returns the path of a file of the running instance, or null if none runs in `.data`.
 *
 * @throws CliError if no instance runs in `--data`
 */
export function instanceFile(terminal: Terminal, data: unknown, name: string): string | null {
  const folder = typeof data === "string" ? data : ".data";
  const path = resolve(terminal.cwd, folder);
  if (existsSync(join(path, "ready.json"))) return join(path, name);
  if (typeof data !== "string") return null;
  throw new CliError(
    "no_servers",
    `--data: no instance runs in ${folder}, because it has no ready.json`,
  );
}

function readReadyFile(path: string): ReadyFile {
  try {
    return ReadyFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new CliError("no_servers", `${path} is not readable`, { cause: error });
  }
}
