import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

export interface Tier {
  readonly name: string;
  readonly requestsPerMinute: number;
}

/** The tier of keys that feeders get, and of sessions without a key; always there. */
export const feederTier = "feeder";

/**
 * The tier of the key that an account may issue as soon as it has a station. The operator may remove
 * it, and then there are no such keys.
 */
export const starterTier = "starter";

export async function list(sql: Sql): Promise<(Tier & { keys: number })[]> {
  return await sql<(Tier & { keys: number })[]>`
    select name, requests_per_minute,
      (select count(*) from api_keys where tier = tiers.name and revoked_at is null) as keys
    from tiers order by requests_per_minute, name`;
}

/** Makes a tier, or changes its limit for all of its keys. */
export async function set(
  sql: Sql,
  { name, requestsPerMinute }: Tier,
  actor: Actor = processActor,
): Promise<void> {
  const object = { kind: "tier", id: name };
  const about = { actor, action: "tier.set", object, details: { requestsPerMinute } };
  await sql`
    with changed as (
      insert into tiers (name, requests_per_minute) values (${name}, ${requestsPerMinute})
      on conflict (name) do update set requests_per_minute = excluded.requests_per_minute
      returning name
    )
    ${recordAction(sql, about, sql`from changed`)}`;
}

export type TierRemoval = "removed" | "unknown" | "in-use";

/** Removes a tier that no key is of, not even a revoked one. */
export async function remove(
  sql: Sql,
  name: string,
  actor: Actor = processActor,
): Promise<TierRemoval> {
  const about = { actor, action: "tier.remove", object: { kind: "tier", id: name } };
  const [row] = await sql<{ used: boolean; removed: boolean }[]>`
    with removed as (
      delete from tiers where name = ${name}
        and not exists (select 1 from api_keys where tier = ${name})
      returning name
    ), recorded as (${recordAction(sql, about, sql`from removed`)})
    select exists (select 1 from removed) as removed,
      exists (select 1 from api_keys where tier = ${name}) as used`;
  if (row?.removed) return "removed";
  return row?.used ? "in-use" : "unknown";
}
