import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** The operator's decision about an account, and the reason. */
export interface EligibilityOverride {
  readonly eligible: boolean;
  readonly reason: string | null;
  /** The end of the override; null if it has none. */
  readonly until: string | null;
  readonly setAt: string;
}

/** Sets or replaces the operator's decision about an account; null removes it. */
export async function setOverride(
  sql: Sql,
  accountId: string,
  said: Pick<EligibilityOverride, "eligible" | "reason" | "until"> | null,
  actor: Actor = processActor,
): Promise<void> {
  const object = { kind: "account", id: accountId };
  const details = { eligible: said === null ? "auto" : said.eligible, reason: said?.reason };
  const recorded = recordAction(
    sql,
    { actor, action: "eligibility.set", object, accountId, details },
    sql`from changed`,
  );
  if (said === null) {
    await sql`
      with changed as (
        delete from eligibility_overrides where account_id = ${accountId} returning 1
      ) ${recorded}`;
    return;
  }
  await sql`
    with changed as (insert into eligibility_overrides (account_id, eligible, reason, until)
    values (${accountId}, ${said.eligible}, ${said.reason}, ${said.until})
    on conflict (account_id) do update set eligible = excluded.eligible, reason = excluded.reason,
      until = excluded.until, set_at = now() returning 1
    ) ${recorded}`;
}

/** An account as the operator's list shows it. */
export interface ListedEligibility {
  readonly accountId: string;
  readonly username: string;
  readonly eligible: boolean;
  readonly stations: number;
  readonly eligibleStations: number;
  /** The earliest computation among the stations; null while one is missing. */
  readonly computedAt: string | null;
  readonly override: boolean | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** Lists accounts with stations or with a decision of the operator, as computed last, by their names. */
export async function list(sql: Sql, limit: number): Promise<ListedEligibility[]> {
  return await sql<ListedEligibility[]>`
    select a.id as account_id, a.username, coalesce(o.eligible, counted.good > 0) as eligible,
      counted.stations, counted.good as eligible_stations, counted.at as computed_at,
      o.eligible as override, o.reason, o.until
    from accounts a
    left join eligibility_overrides o
      on o.account_id = a.id and (o.until is null or o.until > now())
    cross join lateral (
      select count(*)::integer as stations,
        count(*) filter (where e.lacks = '{}')::integer as good,
        case when count(*) = count(e.computed_at) then min(e.computed_at) end as at
      from stations s left join station_eligibility e on e.station_id = s.id
      where s.account_id = a.id and not s.canary
    ) as counted
    where a.ended_at is null and (counted.stations > 0 or o.account_id is not null)
    order by lower(a.username)
    limit ${limit}`;
}
