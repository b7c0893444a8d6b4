import { delayedStepHours, type PlannedErasure } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Fragment, Sql } from "../connection/database.ts";

/** An erasure to plan: an account by its own id, or a station of it. */
export type ErasureToPlan =
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "station"; readonly accountId: string; readonly stationId: number };

/** A planned erasure that is due. */
export interface DueErasure {
  readonly id: string;
  readonly kind: PlannedErasure["kind"];
  readonly objectId: string;
}

/**
 * Plans an erasure that takes effect in 24 hours, or returns the one that the account has planned.
 *
 * @returns the erasure, and whether it is new; null if the account has no such station
 */
export async function plan(
  sql: Sql,
  toPlan: ErasureToPlan,
): Promise<{ erasure: PlannedErasure; isNew: boolean } | null> {
  const { kind, accountId } = toPlan;
  const objectId = kind === "account" ? accountId : String(toPlan.stationId);
  const asked =
    kind === "account"
      ? sql`select 1 from accounts where id = ${accountId} and ended_at is null`
      : sql`select 1 from stations where id = ${toPlan.stationId} and account_id = ${accountId}`;
  const about = {
    actor: { kind: "account", id: accountId } as const,
    action: `${kind}.erase-plan`,
    object: { kind, id: objectId },
    accountId,
  };
  // A former owner may have planned the erasure of the station.
  const planned = await sql`
    with planned as (
      insert into planned_erasures as p (kind, object_id, account_id, due_at)
      select ${kind}, ${objectId}, ${accountId}::uuid, now() + make_interval(hours => ${delayedStepHours})
      where exists (${asked})
      on conflict (kind, object_id) do update
        set account_id = excluded.account_id, requested_at = now(), due_at = excluded.due_at
        where p.account_id <> excluded.account_id
      returning id
    ), recorded as (${recordAction(sql, about, sql`from planned`)})
    select id from planned`;
  const erasure = (await listPlanned(sql, accountId)).find(
    (one) => one.kind === kind && (kind === "account" || one.station?.id === toPlan.stationId),
  );
  return erasure === undefined ? null : { erasure, isNew: planned.length > 0 };
}

/** Lists the planned erasures of an account and its stations, the next one first. */
export async function listPlanned(sql: Sql, accountId: string): Promise<PlannedErasure[]> {
  return await sql<PlannedErasure[]>`
    select p.id, p.kind, p.requested_at, p.due_at as effective_at,
      case when s.id is not null then jsonb_build_object('id', s.id, 'ident', s.ident) end as station
    from planned_erasures p
    left join stations s
      on p.kind = 'station' and s.id::text = p.object_id and s.account_id = p.account_id
    where p.account_id = ${accountId} and (p.kind = 'account' or s.id is not null)
    order by p.due_at, p.id`;
}

/** Calls an erasure off that an account has planned. @returns false if there is none */
export async function callOff(sql: Sql, id: string, accountId: string): Promise<boolean> {
  const about = {
    actor: { kind: "account", id: accountId } as const,
    action: "erasure.call-off",
    object: { kind: "erasure", id: sql`object_id` },
    accountId,
  };
  const rows = await sql`
    with ended as (
      delete from planned_erasures where id = ${id} and account_id = ${accountId}
      returning kind, object_id
    ), removed as (
      delete from notifications
      where user_id = ${accountId} and type = 'erasure.planned' and subject = ${id}
        and exists (select from ended)
    ), recorded as (${recordAction(sql, about, sql`from ended`)})
    select 1 from ended`;
  return rows.length > 0;
}

/** Lists planned erasures that are due, at most `rowsMax`, the longest due first. */
export async function listDue(sql: Sql, rowsMax: number): Promise<DueErasure[]> {
  return await sql<DueErasure[]>`
    select id, kind, object_id from planned_erasures
    where due_at <= now() order by due_at limit ${rowsMax}`;
}

/**
 * Begins a planned erasure that is due, in one statement with the end of its plan: however often and by how many processes it is run, it
 * begins once, and not at all if it was called off. An erasure of a station that its account has
 * no more ends without an effect.
 *
 * @returns whether an erasure has begun
 */
export async function carryOut(sql: Sql, { id, kind }: DueErasure): Promise<boolean> {
  const about = {
    actor: { kind: "system", name: "carry-out-due" } as Actor,
    action: `${kind}.erase`,
    object: { kind, id: sql`object_id` },
    accountId: sql`account_id`,
  };
  const [row] = await sql<{ erasure: string | null }[]>`
    with taken as materialized (
      delete from planned_erasures where id = ${id} and due_at <= now()
      returning object_id, account_id
    ), removed as (
      delete from notifications
      where type = 'erasure.planned' and subject = ${id} and ${kind}::text = 'station'
    ), begun as materialized (${begin(sql, kind)}),
    recorded as (${recordAction(sql, about, sql`from begun where erasure is not null`)})
    select erasure from begun`;
  return row?.erasure != null;
}

function begin(sql: Sql, kind: DueErasure["kind"]): Fragment {
  return kind === "account"
    ? sql`select begin_account_erasure(account_id) as erasure, object_id, account_id from taken`
    : sql`
        select begin_station_erasure(s.id) as erasure, taken.object_id, taken.account_id
        from taken join stations s
          on s.id::text = taken.object_id and s.account_id = taken.account_id`;
}
