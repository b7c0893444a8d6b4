import type { Profile } from "@jetwire/protocol";
import { recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import type { WorkingMethods } from "./working-methods.ts";

/** Members that are set; others stay. */
export interface ProfileChange {
  readonly preferences?: Profile["preferences"] | undefined;
  readonly appearsOffline?: boolean | undefined;
}

export async function read(sql: Sql, accountId: string): Promise<Profile | null> {
  const [row] = await sql<Profile[]>`
    select id, username, role, email, preferences, appears_offline, created_at,
      (select count(*)::integer from passkeys where account_id = accounts.id) as passkeys
    from accounts where id = ${accountId} and ended_at is null`;
  return row ?? null;
}

export async function change(
  sql: Sql,
  accountId: string,
  { preferences, appearsOffline }: ProfileChange,
): Promise<void> {
  const given = preferences === undefined ? null : sql.json(preferences);
  await sql`
    update accounts set preferences = coalesce(${given}::jsonb, preferences),
      appears_offline = coalesce(${appearsOffline ?? null}::boolean, appears_offline)
    where id = ${accountId} and ended_at is null`;
}

/**
 * Removes the e-mail address of an account, and withdraws the links that were sent to it.
 *
 * @returns false if no other sign-in method works
 */
export async function removeEmail(
  sql: Sql,
  accountId: string,
  { passkeys, issuers }: WorkingMethods,
): Promise<boolean> {
  const actor = { kind: "account", id: accountId } as const;
  const object = { kind: "account", id: accountId };
  const about = { actor, action: "email.remove", object, accountId };
  const [row] = await sql<{ result: string }[]>`
    with removed as materialized (
      select remove_email(${accountId}, ${passkeys}, ${[...issuers]}::text[]) as result
    ),
    recorded as (${recordAction(sql, about, sql`from removed where result = 'removed'`)})
    select result from removed`;
  return row?.result === "removed";
}

/** Returns whether a user appears offline to others. */
export async function isAppearingOffline(sql: Sql, accountId: string): Promise<boolean> {
  const rows = await sql`select 1 from accounts where id = ${accountId} and appears_offline`;
  return rows.length > 0;
}
