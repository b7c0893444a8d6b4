import * as db from "@jetwire/db";
import { addKeyOwner, startRest } from "./rest-under-test.ts";

/** REST with two stations of the same account in San Francisco, one of them hidden, and the key of another account. */
export async function openStations() {
  const rest = await startRest();
  const { accountId, database } = rest;
  const { sql } = database.database;
  const add = async (ident: string) =>
    (await db.stations.add(sql, { ident, accountId, sourceType: "vdl" }))?.id ?? 0;
  const [mine, hidden] = [await add("Mine-1"), await add("Hidden")];
  await sql`update stations set hidden = true where id = ${hidden}`;
  await sql`
    update stations set latitude = 37.6188, longitude = -122.3754, last_received_at = now()
    where id in (${mine}, ${hidden})`;
  const scopes = ["read", "manage"] as const;
  const { key: strangerKey } = await addKeyOwner(database, "stranger", "unlimited", scopes);
  return { rest, mine, hidden, strangerKey };
}
