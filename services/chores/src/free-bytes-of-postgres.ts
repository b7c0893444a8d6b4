import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { ChoresConfig } from "./config.ts";
import { runQuery } from "./run-query.ts";

/** Returns how many bytes the disk of Postgres has free besides its databases; null if nobody has said how large it is. */
export async function freeBytesOfPostgres(
  database: Database,
  { POSTGRES_DISK_BYTES: total }: Pick<ChoresConfig, "POSTGRES_DISK_BYTES">,
): Promise<number | null> {
  if (total === undefined) return null;
  const used = await runQuery(database, db.backups.sizeOfServer);
  return Math.max(0, total - used);
}
