import * as db from "@jetwire/db";
import type { ClaimProof, Sql } from "@jetwire/db";
import { provingDays, provingHours, type StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";

/** A pending claim. */
export interface ClaimToProve {
  readonly id: string;
  readonly accountId: string;
}

/** The results that give the claimant the station. */
type Given = "proven" | "provisional";

/** The reasons why the address of a request does not prove a claim, for the claimant. */
export const proofFaults: Readonly<Record<Exclude<ClaimProof, Given>, string>> = {
  unknown: "it was decided meanwhile",
  owned: "the station has an owner",
  "no-messages": "no message of the station came from your network in the last 30 days",
  "earlier-network": "another network sent under this ident before yours",
  "several-networks": "your network sent in less than 90 % of the hours in which anybody did",
  "too-few-hours": `your network must send in ${provingHours} hours on ${provingDays} days; then the claim is approved by itself`,
  disputed: "somebody in another network of the station disputes it",
  "owner-erased": "the account of the last owner was erased",
};

/** Judges a claim by the address of a request. */
export async function proveByAddress(
  sql: Sql,
  claim: ClaimToProve,
  { ip, secret }: { readonly ip: string; readonly secret: string },
): Promise<ClaimProof> {
  return await db.claims.prove(sql, claim, hashNetwork(ip, secret));
}

/** Returns whether the claimant has the station now. */
export function isGiven(proof: ClaimProof): proof is Given {
  return proof === "proven" || proof === "provisional";
}

/** Notifies the account of a claim that was proven, or is provisional. */
export async function notifyProven(
  sql: Sql,
  { accountId }: ClaimToProve,
  { status, station: { id, ident } }: StationClaim,
): Promise<void> {
  const isProven = status === "approved";
  await db.notifications.add(sql, {
    userId: accountId,
    type: "claim.decided",
    title: isProven ? "Station claim approved" : "Station claimed provisionally",
    body: isProven
      ? `Station ${ident} is yours now.`
      : `Station ${ident} is yours provisionally. Keep it sending: messages in ${provingHours} hours on ${provingDays} days prove the claim.`,
    data: { stationId: id, ident, approved: isProven },
    // Claiming again adds no second one.
    subject: `claim ${status} ${id}`,
  });
}
