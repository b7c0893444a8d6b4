import { addNotification, type ClaimProof, proveClaim, type Sql } from "@jetwire/db";
import type { StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";

/** A pending claim. */
export interface ClaimToProve {
  readonly id: string;
  readonly accountId: string;
}

/** The reasons why the address of a request does not prove a claim, for the claimant. */
export const proofFaults: Readonly<Record<Exclude<ClaimProof, "proven">, string>> = {
  unknown: "it was decided meanwhile",
  owned: "the station has an owner",
  "no-messages": "no message of the station came from your network in the last 7 days",
  "several-networks": "the station's messages came from several networks",
  rivals: "somebody else claims the station too",
};

/** Approves a claim if the address of a request proves it. */
export async function proveByAddress(
  sql: Sql,
  claim: ClaimToProve,
  { ip, secret }: { readonly ip: string; readonly secret: string },
): Promise<ClaimProof> {
  return await proveClaim(sql, claim, hashNetwork(ip, secret));
}

/** Notifies the account of a claim that was proven. */
export async function notifyProven(
  sql: Sql,
  { accountId }: ClaimToProve,
  { station: { id, ident } }: StationClaim,
): Promise<void> {
  await addNotification(sql, {
    userId: accountId,
    type: "system.announcement",
    title: "Station claim approved",
    body: `Station ${ident} is yours now.`,
    data: { stationId: id, ident, approved: true },
  });
}
