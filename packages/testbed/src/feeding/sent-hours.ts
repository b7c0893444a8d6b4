import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";

const hourMs = 3_600_000;

/** Hours in which a network sends under the ident of a station. */
export interface SentHours {
  readonly stationId: number;
  /** The keyed hash of the network. */
  readonly network: Uint8Array;
  /** How long ago it sent first, hours. */
  readonly fromHoursAgo: number;
  /** The number of hours from then on in which it sent; all of them by default. */
  readonly hours?: number;
}

/**
 * Records that a network sent a message in each of some past hours, and that the station exists since the
 * first of them.
 */
export async function addSentHours(
  sql: Sql,
  { stationId, network, fromHoursAgo, hours = fromHoursAgo + 1 }: SentHours,
): Promise<void> {
  const fromMs = Date.now() - fromHoursAgo * hourMs;
  const sources = Array.from({ length: hours }, (_, n) => ({
    stationId,
    network,
    at: new Date(fromMs + n * hourMs).toISOString(),
  }));
  await db.stationSources.add(sql, sources);
  await sql`
    update stations set created_at = least(created_at, ${sources[0]?.at ?? null}::timestamptz)
    where id = ${stationId}`;
}
