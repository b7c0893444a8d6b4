import { randomUUID } from "node:crypto";
import type {
  ClaimCodeDetails,
  ClaimEvidence,
  StationClaim,
  WaitingClaim,
} from "@jetwire/protocol";
import { recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

export type ClaimRequest =
  | { readonly status: "requested"; readonly claim: StationClaim; readonly isNew: boolean }
  | { readonly status: "unknown-station" | "owned" | "too-many" };

/** Claims of one account that may wait at a time. */
const pendingMax = 10;
const listedMax = 100;

/**
 * Asks for a station that is visible and has no owner, or one who has not proven it; a claim that waits
 * already stays as it is.
 */
export async function request(
  sql: Sql,
  asked: { stationId: number; accountId: string; note: string | null },
): Promise<ClaimRequest> {
  const { stationId, accountId, note } = asked;
  const [station] = await sql<{ owned: boolean }[]>`
    select account_id is not null and (owner_proven or hidden) as owned from stations
    where id = ${stationId} and erased_at is null and not canary
      and (not hidden or account_id = ${accountId})`;
  if (!station) return { status: "unknown-station" };
  if (station.owned) return { status: "owned" };
  const claimId = randomUUID();
  const recorded = recordAction(
    sql,
    {
      actor: { kind: "account", id: accountId },
      action: "claim.request",
      object: { kind: "station", id: stationId },
      accountId,
      details: { claimId },
    },
    sql`from claimed where status = 'added'`,
  );
  const [claimed] = await sql<{ status: "added" | "known" | "too-many" }[]>`
    with claimed as materialized (
      select add_claim(${claimId}, ${stationId}, ${accountId}, ${note}, ${pendingMax}) as status
    ), recorded as (${recorded})
    select status from claimed`;
  if (claimed?.status === "too-many") return { status: "too-many" };
  const [claim] = await sql<StationClaim[]>`
    ${claims(sql)} where c.station_id = ${stationId} and c.account_id = ${accountId}
    order by c.created_at desc limit 1`;
  if (!claim) throw new Error("the claim that was just made isn't there");
  return { status: "requested", claim, isNew: claimed?.status === "added" };
}

/** An account's claims, newest first. */
export async function list(sql: Sql, accountId: string): Promise<StationClaim[]> {
  return await sql<StationClaim[]>`
    ${claims(sql)} where c.account_id = ${accountId}
    order by c.created_at desc, c.id limit ${listedMax}`;
}

/** Provisional claims of so many days may still prove themselves. */
const provingDays = 7;

/** Lists claims that wait for an operator, oldest first. */
export async function listWaiting(sql: Sql): Promise<WaitingClaim[]> {
  return await sql<WaitingClaim[]>`
    select c.id, jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      jsonb_build_object('id', a.id, 'username', a.username) as claimant,
      c.note, c.created_at, c.provisional_at is not null as provisional, to_json(array(
        select a.username from station_claims other join accounts a on a.id = other.account_id
        where other.station_id = c.station_id and other.id <> c.id and other.decided_at is null
        order by other.created_at limit 10
      )) as rivals, to_json(array(
        select (sum(bit_count(n.hours::bit(24))) / (
          select sum(bit_count(hours::bit(24))) from (
            select bit_or(hours) as hours from station_sources where station_id = c.station_id group by day
          ) as days
        ))::float8 from station_sources n
        where n.station_id = c.station_id group by n.network having bit_or(n.hours) > 0
        order by 1 desc limit 5
      )) as networks, ${evidence(sql)} as evidence
    from station_claims c
    join stations s on s.id = c.station_id
    join accounts a on a.id = c.account_id
    where c.decided_at is null
      and coalesce(c.provisional_at < now() - make_interval(days => ${provingDays}), true)
    order by c.created_at, c.id limit ${listedMax}`;
}

function claims(sql: Sql) {
  return sql`
    select c.id, jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      case when c.approved then 'approved' when c.decided_at is not null then 'rejected'
        when c.provisional_at is not null then 'provisional' else 'pending' end as status,
      c.note, c.created_at, c.decided_at, ${evidence(sql)} as evidence
    from station_claims c join stations s on s.id = c.station_id`;
}

/** Selects what the network of the claimant has sent. */
function evidence(sql: Sql) {
  return sql`(
    select jsonb_build_object('hours', hours, 'days', days, 'result', result)
    from judge_network(c.station_id, c.network) where c.network is not null
  )`;
}

/** Issues a claim code of a pending claim, in place of an earlier one. */
export async function issueCode(
  sql: Sql,
  { claimId, codeHash, seconds }: { claimId: string; codeHash: Uint8Array; seconds: number },
): Promise<string> {
  const [row] = await sql<{ expiresAt: string }[]>`
    with earlier as (
      delete from claim_codes where claim_id = ${claimId}
    )
    insert into claim_codes (code_hash, claim_id, expires_at)
    values (${codeHash}, ${claimId}, now() + ${seconds} * interval '1 second')
    returning expires_at`;
  if (!row) throw new Error("an insert of a claim code returned nothing");
  return row.expiresAt;
}

/** Returns the pending claim of an active account to which a code belongs; null for an invalid code. */
export async function findByCode(
  sql: Sql,
  codeHash: Uint8Array,
): Promise<{ id: string; stationId: number; accountId: string } | null> {
  const [row] = await sql<{ id: string; stationId: number; accountId: string }[]>`
    select c.id, c.station_id, c.account_id
    from claim_codes code
    join station_claims c on c.id = code.claim_id and c.decided_at is null
    join accounts a on a.id = c.account_id and a.ended_at is null
    where code.code_hash = ${codeHash} and code.expires_at > now()`;
  return row ?? null;
}

/**
 * Reads what a valid claim code would do from a network. Changes nothing.
 *
 * @param network the keyed hash of the network; null if networks are not compared
 * @returns null for an invalid code
 */
export async function describeCode(
  sql: Sql,
  codeHash: Uint8Array,
  network: Uint8Array | null,
): Promise<ClaimCodeDetails | null> {
  const [row] = await sql<
    (Omit<ClaimCodeDetails, "fault" | "provisional"> & {
      owned: boolean;
      result: ClaimEvidence["result"];
    })[]
  >`
    select jsonb_build_object('id', s.id, 'ident', s.ident) as station, a.username,
      code.expires_at, judged.result,
      s.account_id is not null and (s.owner_proven or s.account_id <> c.account_id) as owned
    from claim_codes code
    join station_claims c on c.id = code.claim_id and c.decided_at is null
    join stations s on s.id = c.station_id
    join accounts a on a.id = c.account_id and a.ended_at is null
    cross join lateral judge_network(s.id, ${network}) as judged
    where code.code_hash = ${codeHash} and code.expires_at > now()`;
  if (!row) return null;
  const { owned, result, ...details } = row;
  const provisional = !owned && result === "provisional";
  const fault = result === "proven" || result === "provisional" ? null : result;
  return { ...details, provisional, fault: owned ? "owned" : fault };
}

/** Deletes claim codes that expired before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteExpiredCodes(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from claim_codes where code_hash in (
      select code_hash from claim_codes where expires_at < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}
