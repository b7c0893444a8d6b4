import { createHash } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";

/** The secret of addresses, and the code of the provable claim. */
export const addressSecret = "an address secret of the scene";
export const claimCode = "AB23-CD45-EF67";

/** A pending claim, its code, and messages of its station from the network of this machine. */
export async function addProvableClaim(sql: Sql, accountId: string): Promise<void> {
  const stationId = await db.stations.register(sql, {
    ident: "AB-PROVEN",
    sourceType: "acars",
    simulated: false,
  });
  const network = hashNetwork("127.0.0.1", addressSecret);
  await addSentHours(sql, { stationId, network, fromHoursAgo: 80 });
  const requested = await db.claims.request(sql, { stationId, accountId, note: null });
  if (requested.status !== "requested") throw new Error("the scene's claim was refused");
  const codeHash = createHash("sha256").update(claimCode).digest();
  await db.claims.issueCode(sql, { claimId: requested.claim.id, codeHash, seconds: 900 });
}

/** A station that an account offers to a user. @returns the id of the transfer */
export async function addTransfer(
  sql: Sql,
  { ident, accountId }: { readonly ident: string; readonly accountId: string },
  username: string,
): Promise<string> {
  const station = await db.stations.add(sql, { ident, accountId, sourceType: null });
  const asked = { stationId: station?.id ?? 0, accountId, username };
  const requested = await db.transfers.request(sql, asked);
  if (requested.status !== "requested") throw new Error("the scene's transfer was refused");
  return requested.transfer.id;
}

/** A station of the network of this machine, whose owner proved the claim a moment ago. */
export async function addDisputable(sql: Sql, accountId: string): Promise<number> {
  const ident = "AB-DISPUTED";
  const stationId = await db.stations.register(sql, {
    ident,
    sourceType: "acars",
    simulated: false,
  });
  const network = hashNetwork("127.0.0.1", addressSecret);
  await addSentHours(sql, { stationId, network, fromHoursAgo: 80 });
  const requested = await db.claims.request(sql, { stationId, accountId, note: null });
  if (requested.status !== "requested") throw new Error("the scene's claim was refused");
  await db.claims.prove(sql, { id: requested.claim.id, accountId }, network);
  return stationId;
}
