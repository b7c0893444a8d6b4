import { randomUUID } from "node:crypto";
import type { WaitingDispute } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

const listedMax = 100;

/**
 * Records a dispute of a station's owner; one that waits for the operator stays as it is.
 *
 * @returns when the waiting one was made; null if the station has no owner
 */
export async function dispute(
  sql: Sql,
  { stationId, share }: { readonly stationId: number; readonly share: number },
): Promise<string | null> {
  const about = {
    actor: { kind: "system", name: "visitor" } as const,
    action: "claim.dispute",
    object: { kind: "station", id: stationId },
    accountId: sql`account_id`,
    details: { share },
  };
  const added = await sql<{ createdAt: string }[]>`
    with added as (
      insert into claim_disputes (id, station_id, account_id, share)
      select ${randomUUID()}, id, account_id, ${share} from stations
      where id = ${stationId} and account_id is not null
      on conflict (station_id) where decided_at is null do nothing
      returning account_id, created_at
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select created_at from added`;
  const [row] =
    added.length > 0
      ? added
      : await sql<{ createdAt: string }[]>`
          select created_at from claim_disputes
          where station_id = ${stationId} and decided_at is null`;
  return row?.createdAt ?? null;
}

/** Lists disputes that wait for the operator, oldest first. */
export async function listDisputes(sql: Sql): Promise<WaitingDispute[]> {
  return await sql<WaitingDispute[]>`
    select d.id, jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      jsonb_build_object('id', a.id, 'username', a.username) as owner, d.share, d.created_at
    from claim_disputes d
    join stations s on s.id = d.station_id
    join accounts a on a.id = d.account_id
    where d.decided_at is null order by d.created_at, d.id limit ${listedMax}`;
}

/** A dispute that was decided, for the notification of the owner. */
export interface DecidedDispute {
  readonly stationId: number;
  readonly ident: string;
  readonly accountId: string;
  readonly username: string;
}

/**
 * Decides a dispute that waits. If it is upheld, the station has no owner any more: its keys are
 * revoked, and anybody may claim it.
 *
 * @returns null if no such dispute waits
 */
export async function decideDispute(
  sql: Sql,
  id: string,
  upheld: boolean,
  actor: Actor = processActor,
): Promise<DecidedDispute | null> {
  const about = {
    actor,
    action: upheld ? "dispute.uphold" : "dispute.dismiss",
    object: { kind: "station", id: sql`station` },
    accountId: sql`disputed`,
    details: { disputeId: id },
  };
  const [row] = await sql<DecidedDispute[]>`
    with decided as materialized (select * from decide_dispute(${id}, ${upheld})),
    recorded as (${recordAction(sql, about, sql`from decided`)})
    select d.station as station_id, s.ident, d.disputed as account_id, a.username
    from decided d join stations s on s.id = d.station join accounts a on a.id = d.disputed`;
  return row ?? null;
}
