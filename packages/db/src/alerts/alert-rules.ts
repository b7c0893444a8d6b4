import {
  type AlertFilter,
  type AlertRule,
  type AlertRuleChange,
  alertRulesMax,
} from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** The most rules of all accounts: the persister keeps them in memory. */
const rulesMax = 50_000;

/** A rule to add. */
export interface AlertRuleToAdd {
  readonly accountId: string;
  readonly name: string;
  readonly filter: AlertFilter | null;
  /** A station of the account. */
  readonly stationId: number | null;
  readonly notify: boolean;
  readonly email: boolean;
  readonly mutedUntil: string | null;
}

export async function listRules(sql: Sql, accountId: string): Promise<AlertRule[]> {
  return await sql<AlertRule[]>`
    select ${columns(sql)} from alert_rules where account_id = ${accountId} order by created_at, id`;
}

/**
 * Adds a rule.
 *
 * @returns why not: there are too many, the account has no such station, or the station has a rule
 */
export async function addRule(
  sql: Sql,
  rule: AlertRuleToAdd,
): Promise<AlertRule | "too-many" | "no-station" | "exists"> {
  const { accountId, name, filter, stationId, notify, email, mutedUntil } = rule;
  const isOwn = stationId === null ? sql`true` : isOwnStation(sql, stationId, accountId);
  const about = aboutRule(sql, { kind: "account", id: accountId }, "alert.add");
  const [row] = await sql<AlertRule[]>`
    with added as materialized (
      select added.* from (select 1 where ${isOwn}) as own
      cross join lateral add_alert_rule(
        ${accountId}, ${name}, ${filter === null ? null : sql.json(filter)}::jsonb,
        ${stationId}::integer, ${notify}, ${email}, ${mutedUntil}::timestamptz,
        ${alertRulesMax}, ${rulesMax}
      ) as added
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select ${columns(sql)} from added`;
  if (row !== undefined) return row;
  const [reason] = await sql<{ own: boolean; room: boolean }[]>`
    select ${isOwn} as own, ${hasRoom(sql, accountId)} as room`;
  if (reason?.own === false) return "no-station";
  return reason?.room === false ? "too-many" : "exists";
}

function isOwnStation(sql: Sql, stationId: number, accountId: string) {
  return sql`exists (select 1 from stations where id = ${stationId} and account_id = ${accountId})`;
}

function hasRoom(sql: Sql, accountId: string) {
  return sql`(select count(*) from alert_rules where account_id = ${accountId}) < ${alertRulesMax}
    and (select count(*) from alert_rules) < ${rulesMax}`;
}

/** Changes members of a rule. Returns null if the account has no such rule. */
export async function changeRule(
  sql: Sql,
  { id, accountId }: { id: string; accountId: string },
  change: AlertRuleChange,
): Promise<AlertRule | null> {
  const { name, filter, notify, email, mutedUntil } = change;
  const [row] = await sql<AlertRule[]>`
    update alert_rules set updated_at = now(),
      name = coalesce(${name ?? null}, name),
      filter = case when filter is null then null
        else coalesce(${filter === undefined ? null : sql.json(filter)}::jsonb, filter) end,
      notify = coalesce(${notify ?? null}::boolean, notify),
      email = coalesce(${email ?? null}::boolean, email),
      muted_until = ${mutedUntil === undefined ? sql`muted_until` : sql`${mutedUntil}::timestamptz`}
    where id = ${id} and account_id = ${accountId}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Removes a rule. Returns whether the account had it. */
export async function removeRule(
  sql: Sql,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const about = aboutRule(sql, { kind: "account", id: accountId }, "alert.remove");
  const rows = await sql`
    with removed as (
      delete from alert_rules where id = ${id} and account_id = ${accountId}
      returning id, account_id
    ), recorded as (${recordAction(sql, about, sql`from removed`)})
    select 1 from removed`;
  return rows.length > 0;
}

/** Whether mails can be sent to an account. */
export async function hasEmail(sql: Sql, accountId: string): Promise<boolean> {
  const rows = await sql`select 1 from accounts where id = ${accountId} and email is not null`;
  return rows.length > 0;
}

/** Stops the mails of the rule with a token. Returns false if there is none. */
export async function stopMails(sql: Sql, token: string): Promise<boolean> {
  const { count } = await sql`
    update alert_rules set email = false, updated_at = now() where stop_token = ${token}`;
  return count > 0;
}

function aboutRule(sql: Sql, actor: Actor, action: string) {
  const object = { kind: "alert-rule", id: sql`id` };
  return { actor, action, object, accountId: sql`account_id` };
}

function columns(sql: Sql) {
  return sql`id, name, filter, station_id, notify, email, muted_until,
    created_at, delivered_at as last_matched_at`;
}
