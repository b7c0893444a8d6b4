import { statfs } from "node:fs/promises";
import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { ForecastDisk } from "@jetwire/protocol";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";

export type PostgresDiskConfig = Pick<ChoresConfig, "POSTGRES_DISK_BYTES" | "POSTGRES_DISK_PATH">;
/** The path on the disk of Postgres cannot be asked. */
export class UnreadableDiskError extends Error {
  constructor(path: string, options: ErrorOptions) {
    super(`POSTGRES_DISK_PATH ${path} cannot be read`, options);
    this.name = "UnreadableDiskError";
  }
}

type PostgresDisk = Pick<ForecastDisk, "measured" | "bytes" | "freeBytes">;

/**
 * Measures the disk of Postgres: by a path on it, or by its size and what the databases take. Logs of Postgres and its
 * write-ahead log are only seen by a path.
 *
 * @returns null if the operator has set neither
 * @throws UnreadableDiskError if the path cannot be asked
 */
export async function diskOfPostgres(
  database: Database,
  { POSTGRES_DISK_BYTES: size, POSTGRES_DISK_PATH: path }: PostgresDiskConfig,
): Promise<PostgresDisk | null> {
  if (path !== undefined) {
    try {
      const { bsize, blocks, bavail } = await statfs(path);
      return { measured: "path", bytes: blocks * bsize, freeBytes: bavail * bsize };
    } catch (cause) {
      throw new UnreadableDiskError(path, { cause });
    }
  }
  if (size === undefined) return null;
  // Postgres looks at each file of each database for it.
  const usedBytes = await runQuery(database, db.backups.sizeOfServer);
  return { measured: "size", bytes: size, freeBytes: Math.max(0, size - usedBytes) };
}

/** Returns how many bytes the disk of Postgres has free; null if nobody has said what it is. */
export async function freeBytesOfPostgres(
  database: Database,
  config: PostgresDiskConfig,
): Promise<number | null> {
  return (await diskOfPostgres(database, config))?.freeBytes ?? null;
}
