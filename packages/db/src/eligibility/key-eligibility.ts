import type { Eligibility } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

const feedingDaysMin = 7;
/** Stations fall silent at night. */
const silentHoursMax = 24;
/** It is computed hourly; when that hasn't been done for so long, who asks doesn't wait for it. */
const staleHours = 2;

type Lack = Eligibility["stations"][number]["lacks"][number];

/**
 * Computes again, of so many claimed stations at most, what they lack for a feeder key: of those
 * that weren't looked at within a minute, the longest ago first.
 *
 * @returns how many there were; fewer than `stationsMax` when none is left
 */
export async function compute(sql: Sql, stationsMax: number): Promise<number> {
  return await computeWhere(
    sql,
    sql`s.id in (
      select due.id from stations due
      left join station_eligibility e on e.station_id = due.id
      join accounts a on a.id = due.account_id and a.ended_at is null
      where e.computed_at is null or e.computed_at < now() - interval '1 minute'
      order by e.computed_at nulls first, due.id limit ${stationsMax}
    )`,
  );
}

/** Computes again what each of an account's stations lacks for a feeder key. */
export async function computeForAccount(sql: Sql, accountId: string): Promise<void> {
  await computeWhere(sql, sql`s.account_id = ${accountId}`);
}

/**
 * Whether an account may issue itself feeder keys: by the operator's word, else by its stations, as
 * it was computed last. What was never computed, or before a station was linked or its settings
 * changed, or is older than two hours, is computed now, so nobody waits for the hour. Ask the primary.
 */
export async function readForAccount(sql: Sql, accountId: string): Promise<Eligibility> {
  const kept = await readStations(sql, accountId);
  if (!kept.some(({ stale }) => stale)) return await withOverride(sql, accountId, kept);
  await computeForAccount(sql, accountId);
  return await withOverride(sql, accountId, await readStations(sql, accountId));
}

async function withOverride(
  sql: Sql,
  accountId: string,
  rows: readonly StationRow[],
): Promise<Eligibility> {
  const [said] = await sql<NonNullable<Eligibility["override"]>[]>`
    select eligible, until from eligibility_overrides
    where account_id = ${accountId} and (until is null or until > now())`;
  const stations = rows.map(({ id, ident, lacks, fedEnoughAt }) => {
    // None while it was linked to the account a moment ago, between the two looks.
    const missing = lacks ?? (["days"] as const);
    const meetsAt = missing.every((lack) => lack === "days") && missing.length > 0 && fedEnoughAt;
    return {
      id,
      ident,
      eligible: missing.length === 0,
      lacks: [...missing],
      meetsAt: meetsAt || null,
    };
  });
  const times = rows.flatMap(({ computedAt }) => computedAt ?? []);
  return {
    eligible: said?.eligible ?? stations.some(({ eligible }) => eligible),
    computedAt: times.length < rows.length ? null : (times.toSorted()[0] ?? null),
    override: said ?? null,
    stations,
  };
}

interface StationRow {
  readonly id: number;
  readonly ident: string;
  readonly lacks: Lack[] | null;
  readonly computedAt: string | null;
  /** The time from which it has fed for long enough; null if it was never received. */
  readonly fedEnoughAt: string | null;
  readonly stale: boolean;
}

async function readStations(sql: Sql, accountId: string): Promise<StationRow[]> {
  return await sql<StationRow[]>`
    select s.id, s.ident, to_json(e.lacks) as lacks, e.computed_at,
      s.first_received_at + make_interval(days => ${feedingDaysMin}) as fed_enough_at,
      coalesce(e.computed_at < s.updated_at
        or ('days' = any(e.lacks) and s.first_received_at <= now() - make_interval(days => ${feedingDaysMin}))
        or e.computed_at < now() - make_interval(hours => ${staleHours}), true) as stale
    from stations s left join station_eligibility e on e.station_id = s.id
    where s.account_id = ${accountId} order by s.id`;
}

/** Computes in the order of ids, so that two concurrent runs do not deadlock. */
async function computeWhere(sql: Sql, which: ReturnType<Sql>): Promise<number> {
  const { count } = await sql`
    insert into station_eligibility (station_id, lacks, computed_at)
    select s.id, array_remove(array[
        case when s.hidden then 'visible' end,
        case when s.last_received_at > now() - make_interval(hours => ${silentHoursMax})
          then null else 'active' end,
        case when s.first_received_at <= now() - make_interval(days => ${feedingDaysMin})
          then null else 'days' end
      ], null), now()
    from stations s where ${which} order by s.id
    on conflict (station_id) do update
      set lacks = excluded.lacks, computed_at = excluded.computed_at`;
  return count;
}
