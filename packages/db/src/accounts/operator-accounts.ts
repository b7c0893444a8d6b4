import type { AccountRole, OperatorAccount } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { allOf, hasPrefix } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";

/** A page of accounts; cursors are account ids. */
export interface OperatorAccountPage extends Page {
  /** The beginning of a username, or an id. */
  readonly q?: string | undefined;
  /** A username, or an id. */
  readonly named?: string | undefined;
  readonly role?: AccountRole | undefined;
  readonly ended?: boolean | undefined;
}

/** Lists accounts, the newest first. */
export async function listForOperator(
  sql: Sql,
  page: OperatorAccountPage,
): Promise<OperatorAccount[]> {
  const { q, named, role, ended } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["created_at", "id"], {
    keyOf: (id) => sql`(select created_at, id from accounts where id = ${id})`,
  });
  const conditions = allOf(sql, [
    within,
    q !== undefined &&
      sql`((${hasPrefix(sql, sql`lower(username)`, q)}) or id::text = ${q.toLowerCase()})`,
    named !== undefined && sql`(lower(username) = lower(${named}) or id::text = lower(${named}))`,
    role !== undefined && sql`role = ${role}`,
    ended !== undefined && (ended ? sql`ended_at is not null` : sql`ended_at is null`),
  ]);
  const rows = await sql<OperatorAccount[]>`
    select ${columns(sql)} from accounts where ${conditions} ${ordered}`;
  return inOrder(rows);
}

/** Reads one account. */
export async function readForOperator(sql: Sql, id: string): Promise<OperatorAccount | null> {
  const [row] = await sql<OperatorAccount[]>`
    select ${columns(sql)} from accounts where id = ${id}`;
  return row ?? null;
}

/** Changes the tier of all active keys of an account. @returns false if there is no such tier */
export async function setKeyTier(
  sql: Sql,
  id: string,
  tier: string,
  actor: Actor,
): Promise<boolean> {
  const object = { kind: "account", id };
  const about = { actor, action: "account.set-tier", object, accountId: id, details: { tier } };
  const known = sql`select name from tiers where name = ${tier}`;
  const rows = await sql`
    with known as (${known}),
    changed as (
      update api_keys set tier = ${tier}
      where account_id = ${id} and revoked_at is null and exists (select 1 from known)
    ), recorded as (${recordAction(sql, about, sql`from known`)})
    select name from known`;
  return rows.length > 0;
}

function columns(sql: Sql) {
  return sql`id, username, role, created_at, ended_at, banned_at,
    (select count(*) from stations where account_id = accounts.id) as stations,
    (select count(*) from api_keys where account_id = accounts.id and revoked_at is null) as keys,
    to_json(array(
      select distinct tier from api_keys where account_id = accounts.id and revoked_at is null
      order by tier
    )) as tiers,
    greatest(
      (select max(last_used_at) from api_keys where account_id = accounts.id),
      (select max(last_used_at) from web_sessions where account_id = accounts.id)
    ) as last_active_at`;
}
