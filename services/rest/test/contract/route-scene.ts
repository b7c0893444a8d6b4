import { hash } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";

/** Lets a message of a flight name its airports, with the facts and the files that follow from it. */
export async function addRoutes(
  sql: Sql,
  { flightId, message }: { flightId: string; message: string },
): Promise<void> {
  await sql`
    update messages set departing_airport = 'ARN', destination_airport = 'EGLL' where id = ${message}`;
  await sql`select make_flight_facts(array[${flightId}]::uuid[])`;
  await addRouteFiles(sql);
}

/** Stores files of usual routes, as chores does once a day. */
async function addRouteFiles(sql: Sql): Promise<void> {
  const files = [];
  for (const name of ["routes.csv", "routes.sqlite"] as const) {
    const content = Buffer.from(`content of ${name}`);
    const sha256 = hash("sha256", content);
    await db.routeFiles.storePart(sql, { sha256, part: 0, content });
    files.push({ name, bytes: content.length, sha256 });
  }
  const madeAt = new Date().toISOString();
  await db.routeFiles.addSnapshot(sql, { format: 1, madeAt, routes: 1, licence: null, files });
}
