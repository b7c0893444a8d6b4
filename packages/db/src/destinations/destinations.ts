import { type Destination, type DestinationChange, destinationsMax } from "@jetwire/protocol";
import { type ActionToRecord, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import type { DeliveryTarget } from "../outbox/claim-deliveries.ts";

/** A destination to add. */
export interface DestinationToStore {
  readonly accountId: string;
  readonly name: string;
  /** The text that its owner knows it by. */
  readonly address: string;
  readonly target: DeliveryTarget;
  readonly types: readonly string[];
  readonly ruleIds: readonly string[];
}

interface OwnDestination {
  readonly id: string;
  readonly accountId: string;
}

export async function list(sql: Sql, accountId: string): Promise<Destination[]> {
  return await sql<Destination[]>`
    select ${columns(sql)} from destinations where account_id = ${accountId} order by created_at, id`;
}

/** Adds a destination. @returns null if the account has too many */
export async function add(sql: Sql, added: DestinationToStore): Promise<Destination | null> {
  const { accountId, name, address, target, types, ruleIds } = added;
  const recorded = recordAction(
    sql,
    { ...about(sql, accountId, "destination.add"), details: { channel: target.channel } },
    sql`from added`,
  );
  const [row] = await sql<Destination[]>`
    with added as materialized (
      select * from add_destination(
        ${accountId}, ${name}, ${target.channel}, ${address}, ${sql.json(target)}, ${[...types]}::text[],
        ${[...ruleIds]}::uuid[], ${destinationsMax}
      )
    ), recorded as (${recorded})
    select ${columns(sql)} from added`;
  return row ?? null;
}

/** Changes members of a destination. Returns null if the account has no such destination. */
export async function change(
  sql: Sql,
  { id, accountId }: OwnDestination,
  { name, types, ruleIds, enabled }: DestinationChange,
): Promise<Destination | null> {
  const recorded = recordAction(
    sql,
    { ...about(sql, accountId, "destination.change"), details: { enabled } },
    sql`from changed`,
  );
  // Who switches it on again begins anew.
  const [row] = await sql<Destination[]>`
    with changed as (
      update destinations set
        name = coalesce(${name ?? null}, name),
        types = coalesce(${types ?? null}::text[], types),
        rule_ids = coalesce(${ruleIds ?? null}::uuid[], rule_ids),
        failing_since = case when ${enabled ?? null}::boolean and not enabled then null else failing_since end,
        enabled = coalesce(${enabled ?? null}::boolean, enabled)
      where id = ${id} and account_id = ${accountId}
      returning ${columns(sql)}, account_id
    ), recorded as (${recorded})
    select ${columns(sql)} from changed`;
  return row ?? null;
}

/**
 * Replaces the secret of a webhook. The one before signs as well for some seconds, or not at all with 0. Returns null if the
 * account has no such webhook.
 */
export async function replaceSecret(
  sql: Sql,
  { id, accountId }: OwnDestination,
  secret: string,
  keptSeconds: number,
): Promise<Destination | null> {
  const recorded = recordAction(
    sql,
    { ...about(sql, accountId, "destination.replace-secret"), details: { keptSeconds } },
    sql`from replaced`,
  );
  const [row] = await sql<Destination[]>`
    with replaced as materialized (
      select * from replace_destination_secret(${accountId}, ${id}, ${secret}, ${keptSeconds})
    ), recorded as (${recorded})
    select ${columns(sql)} from replaced`;
  return row ?? null;
}

/** Forgets replaced secrets of webhooks that sign no longer, at most `rowsMax`. Returns how many. */
export async function forgetPreviousSecrets(sql: Sql, rowsMax: number): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`select forget_previous_secrets(${rowsMax}) as rows`;
  return row?.rows ?? 0;
}

/** Removes a destination with its deliveries. Returns whether the account had it. */
export async function remove(sql: Sql, { id, accountId }: OwnDestination): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from destinations where id = ${id} and account_id = ${accountId} returning id
    ), recorded as (${recordAction(sql, about(sql, accountId, "destination.remove"), sql`from removed`)})
    select 1 from removed`;
  return rows.length > 0;
}

function about(sql: Sql, accountId: string, action: string): ActionToRecord {
  const actor = { kind: "account", id: accountId } as const;
  return { actor, action, object: { kind: "destination", id: sql`id` }, accountId };
}

function columns(sql: Sql) {
  return sql`id, name, channel, address, to_json(types) as types, to_json(rule_ids) as rule_ids, enabled,
    created_at, failing_since, last_delivered_at,
    case when previous_secret_until > now() then previous_secret_until end as previous_secret_until`;
}
