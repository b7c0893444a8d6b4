import * as db from "@jetwire/db";
import { type Breakdown, breakdownNamesMax, breakdownRange } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { titled } from "./tally-titles.ts";

/** Contains the members of the query, with their defaults. */
export interface BreakdownAsked {
  readonly by: Breakdown["by"];
  readonly step: Breakdown["step"];
  readonly range: "24h" | "7d" | "30d";
}

/** Reads messages by one of their properties, from counts. */
export async function readBreakdown(
  read: Read,
  { by, step, range }: BreakdownAsked,
  nowMs: number,
): Promise<Breakdown> {
  const { since, until } = breakdownRange(range, nowMs);
  const { messages, top, series } = await read((sql) =>
    db.tallies.read(sql, { kind: by, since, until, step, namesMax: breakdownNamesMax }),
  );
  return {
    by,
    step,
    since,
    until,
    messages,
    top: await titled(read, by, top),
    series,
  };
}
