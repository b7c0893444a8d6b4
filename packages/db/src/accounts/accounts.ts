import type { AccountRole } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Fragment, Sql } from "../connection/database.ts";

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

const uniqueViolation = "23505";

/** Adds an account. Returns null if the name is taken, case-insensitive. */
export async function add(
  sql: Sql,
  username: string,
  actor: Actor = processActor,
): Promise<{ id: string; username: string } | null> {
  const recorded = onAccount(sql, actor, "account.add", sql`from added`);
  const [row] = await sql<{ id: string; username: string }[]>`
    with added as (
      insert into accounts (username) values (${username})
      on conflict (lower(username)) do nothing
      returning id, username
    ), recorded as (${recorded})
    select id, username from added`;
  return row ?? null;
}

/**
 * Gives an account another name. Its id, stations, keys and conversations stay; the old name is free again.
 *
 * @returns "taken" if an account has the name, case-insensitive, also an ended one; null if there is no such
 *   active account
 */
export async function rename(
  sql: Sql,
  accountId: string,
  username: string,
  actor: Actor = processActor,
): Promise<{ id: string; username: string } | "taken" | null> {
  const recorded = onAccount(sql, actor, "account.rename", sql`from renamed`);
  try {
    const [row] = await sql<{ id: string; username: string }[]>`
      with renamed as materialized (
        select id, username from rename_account(${accountId}, ${username})
      ), recorded as (${recorded})
      select id, username from renamed`;
    return row ?? null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === uniqueViolation) return "taken";
    throw error;
  }
}

/** Finds an account by name, case-insensitive. Ended accounts are not found. */
export async function find(sql: Sql, username: string): Promise<Account | null> {
  const [row] = await sql<Account[]>`
    select id, username, created_at, ended_at
    from accounts where lower(username) = lower(${username}) and ended_at is null`;
  return row ?? null;
}

/** Finds an account by its id. Ended accounts are not found. */
export async function findById(sql: Sql, id: string): Promise<Account | null> {
  const [row] = await sql<Account[]>`
    select id, username, created_at, ended_at from accounts where id = ${id} and ended_at is null`;
  return row ?? null;
}

/**
 * Ends an account. Its keys and sessions become invalid; it keeps its stations.
 *
 * @returns null if there is no such active account.
 */
export async function end(
  sql: Sql,
  username: string,
  actor: Actor = processActor,
): Promise<{ id: string; username: string } | null> {
  const recorded = onAccount(sql, actor, "account.end", sql`from ended`);
  const [row] = await sql<{ id: string; username: string }[]>`
    with ended as (
      update accounts set ended_at = now()
      where lower(username) = lower(${username}) and ended_at is null
      returning id, username
    ), recorded as (${recorded})
    select id, username from ended`;
  return row ?? null;
}

/**
 * Sets the role of an account. Its sessions of the web page end, so that no session keeps a right from
 * before: its user signs in again.
 *
 * @returns null if there is no such active account.
 */
export async function setRole(
  sql: Sql,
  accountId: string,
  role: AccountRole,
  actor: Actor = processActor,
): Promise<{ id: string; username: string } | null> {
  const object = { kind: "account", id: sql`id` };
  const about = { actor, action: "account.role", object, accountId: sql`id`, details: { role } };
  const [row] = await sql<{ id: string; username: string }[]>`
    with changed as (
      update accounts set role = ${role}
      where id = ${accountId} and ended_at is null and role <> ${role}
      returning id
    ), recorded as (${recordAction(sql, about, sql`from changed`)}),
    ended as materialized (
      select end_web_sessions(array(
        select id from web_sessions where account_id = (select id from changed)
      )) as n
    )
    select id, username from accounts, ended where id = ${accountId} and ended_at is null`;
  return row ?? null;
}

/** Records an action on the accounts of a `from` clause, which has their `id`. */
function onAccount(sql: Sql, actor: Actor, action: string, from: Fragment): Fragment {
  const object = { kind: "account", id: sql`id` };
  return recordAction(sql, { actor, action, object, accountId: sql`id` }, from);
}
