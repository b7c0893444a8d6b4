import * as notifications from "../notifications/notifications.ts";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import * as mails from "../outbox/queue-mail.ts";

interface DecidedClaim {
  readonly stationId: number;
  readonly ident: string;
  readonly accountId: string;
  readonly username: string;
  /** The account that had the station provisionally and lost it to another one; null for none. */
  readonly displacedId: string | null;
}

export type ClaimDecision =
  | ({ readonly status: "decided" } & DecidedClaim)
  | { readonly status: "unknown" | "owned" };

/** An operator's decision of a claim. */
export interface ClaimToDecide {
  readonly id: string;
  readonly approved: boolean;
  /** The operator; the claimant is notified of the reason. */
  readonly actor: Actor;
  /** The origin of the web page, for the link in the mail; null if no mail is sent (`mailIsConfigured`). */
  readonly mailOrigin: string | null;
}

/**
 * Decides a claim that waits: approved, the station is the account's, also if another one has it provisionally;
 * other claims of it wait on. The claimant is notified, also by a mail if the account has an address; so is who has
 * lost the station, without one.
 *
 * @returns `owned` when the station has got an owner meanwhile
 */
export async function decide(sql: Sql, decision: ClaimToDecide): Promise<ClaimDecision> {
  const decided = await record(sql, decision);
  if (decided.status !== "decided") return decided;
  const { accountId, stationId, ident } = decided;
  const { approved } = decision;
  const reason = decision.actor.reason ?? "";
  await notifications.add(sql, {
    userId: accountId,
    type: "claim.decided",
    title: approved ? "Station claim approved" : "Station claim rejected",
    body: `Station ${ident} is ${approved ? "yours now" : "not given to you"}. ${reason}`.trim(),
    data: { stationId, ident, approved },
  });
  if (decided.displacedId !== null) {
    await notifications.add(sql, {
      userId: decided.displacedId,
      type: "claim.decided",
      title: "Station given to another user",
      body: `Station ${ident} was yours provisionally. The operator has given it to another user. ${reason}`.trim(),
      data: { stationId, ident, approved: false },
    });
  }
  await sendMail(sql, decided, decision);
  return decided;
}

async function record(sql: Sql, { id, approved, actor }: ClaimToDecide): Promise<ClaimDecision> {
  const about = {
    actor,
    action: approved ? "claim.approve" : "claim.reject",
    object: { kind: "station", id: sql`station` },
    accountId: sql`claimant`,
    details: { claimId: id },
  };
  const [row] = await sql<({ status: "decided" | "owned" } & DecidedClaim)[]>`
    with decision as materialized (select * from decide_claim(${id}, ${approved})),
    recorded as (${recordAction(sql, about, sql`from decision where result = 'decided'`)})
    select result as status, station as station_id, station_ident as ident,
      claimant as account_id, claimant_name as username, displaced as displaced_id
    from decision`;
  if (!row) return { status: "unknown" };
  const { status, ...decided } = row;
  return status === "decided" ? { status, ...decided } : { status };
}

async function sendMail(
  sql: Sql,
  { accountId, stationId, ident }: DecidedClaim,
  { approved, actor, mailOrigin }: ClaimToDecide,
): Promise<void> {
  if (mailOrigin === null) return;
  const [account] = await sql<{ email: string }[]>`
    select email from accounts where id = ${accountId} and ended_at is null and email is not null`;
  if (account === undefined) return;
  const page = approved ? "/desk/stations" : "/stations";
  const values = {
    ident,
    decision: approved ? "approved" : "refused",
    reason: actor.reason ?? "",
    link: `${mailOrigin}${page}/${stationId}`,
  };
  await mails.queue(sql, { to: account.email, kind: "claim-decided", values, accountId });
}
