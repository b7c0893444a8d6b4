import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { Stores } from "@jetwire/redis";

const airframesMax = 200_000;

/** Fills an emptied directory of airframes from Postgres, because their ids must not change. */
export async function restoreAirframeDirectory(
  airframes: Stores["airframes"],
  database: Database,
  queryMs: number,
): Promise<void> {
  if (!(await airframes.isEmpty())) return;
  await airframes.restore(
    await database.withQueryDeadline((sql) => db.airframes.listRecent(sql, airframesMax), queryMs),
  );
}
