import {
  disputeHours,
  earlierDisputeDays,
  type NetworkStation,
  networkStationsMax,
  uniformIdent,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { instantText } from "../query/instant-text.ts";
import { isOnline } from "../station-activity/station-online.ts";
import { sourceDays } from "../station-activity/station-sources.ts";

/** A station, and what of its hours comes from the network of somebody who asks. */
export type NetworkStationRow = Pick<
  NetworkStation,
  | "id"
  | "ident"
  | "sourceType"
  | "simulated"
  | "online"
  | "provisional"
  | "share"
  | "firstMessageAt"
  | "lastMessageAt"
  | "evidence"
> & {
  /** The claim of the owner; null without an owner. */
  readonly claim: {
    readonly at: string | null;
    readonly username: string;
    readonly provisional: boolean;
    /** Whether it was made a short time ago. */
    readonly recent: boolean;
    /** Whether the network sent on an earlier day than that of the claim, which was made within the last weeks. */
    readonly earlier: boolean;
    readonly disputed: boolean;
  } | null;
};

/** Names stations: those that send from a network, or the one with an ident or id. */
export interface StationsAsked {
  /** The keyed hash of the network; null if networks are not compared. */
  readonly network: Uint8Array | null;
  readonly ident?: string | undefined;
  readonly id?: number | undefined;
}

/** A station, and whether it feeds. */
export interface FeedingStationRow {
  readonly id: number;
  readonly ident: string;
  readonly feeding: boolean;
  readonly lastMessageAt: string | null;
}

/**
 * Lists whether stations feed: those that sent messages from a network in the last 7 days, or the one that is named, the
 * latest received first. Nothing in it depends on the network, apart from which stations are listed. Hidden ones are not.
 */
export async function listFeeding(
  sql: Sql,
  { network, ident }: Omit<StationsAsked, "id">,
): Promise<FeedingStationRow[]> {
  const named =
    ident === undefined
      ? sendsFromNetwork(sql, network)
      : sql`stations.ident = ${uniformIdent(ident)}`;
  return await sql<FeedingStationRow[]>`
    select id, ident, last_received_at as last_message_at,
      ${isOnline(sql)} or coalesce(last_received_at > now() - interval '15 minutes', false) as feeding
    from stations
    where ${named} and erased_at is null and not hidden and not canary
    order by last_received_at desc nulls last, id limit ${networkStationsMax}`;
}

/** The days in which the networks of stations are looked for. */
function recentDays(sql: Sql) {
  return sql`any (array(
    select (now() at time zone 'UTC')::date - ago from generate_series(0, ${sourceDays - 1}) as ago
  ))`;
}

/** Whether a row of `stations` sent messages from a network in these days. */
function sendsFromNetwork(sql: Sql, network: Uint8Array | null) {
  return sql`stations.id in (
    select station_id from station_sources where day = ${recentDays(sql)} and network = ${network}::bytea
  )`;
}

/**
 * Lists stations that sent messages from a network in the last 7 days, or the station that is named,
 * the latest received first. Hidden stations are never listed: an address says nothing about who asks.
 */
export async function listOfNetwork(
  sql: Sql,
  { network, ident, id }: StationsAsked,
): Promise<NetworkStationRow[]> {
  const days = recentDays(sql);
  const named =
    ident === undefined
      ? id !== undefined && sql`stations.id = ${id}`
      : sql`stations.ident = ${uniformIdent(ident)}`;
  return await sql<NetworkStationRow[]>`
    select s.id, s.ident, s.source_type, s.simulated, s.provisional,
      s.first_received_at as first_message_at, s.last_received_at as last_message_at, s.online,
      source.share, claim.shown as claim, case when judged.first_at is not null then jsonb_build_object(
        'hours', judged.hours, 'days', judged.days, 'result', judged.result
      ) end as evidence
    from (
      select *, ${isOnline(sql)} as online from stations
      where ${named || sendsFromNetwork(sql, network)} and erased_at is null and not hidden and not canary
      order by last_received_at desc nulls last, id limit ${networkStationsMax}
    ) as s
    cross join lateral judge_network(s.id, ${network}) as judged
    cross join lateral (
      select nullif(sum(bit_count(own::bit(24))), 0)::float8 / sum(bit_count(of_all::bit(24))) as share
      from (
        select bit_or(hours) filter (where network = ${network}::bytea) as own, bit_or(hours) as of_all
        from station_sources where station_id = s.id and day = ${days} group by day
      ) as by_day
    ) as source
    -- Also of somebody who has transferred the station since: an upheld dispute ends what was claimed before.
    left join lateral (
      select jsonb_build_object('at', ${instantText(sql, sql`claimed.at`)}, 'username', a.username, 'provisional', not s.owner_proven,
        'recent', coalesce(claimed.at > now() - make_interval(hours => ${disputeHours}), false),
        'earlier', coalesce(claimed.at > now() - make_interval(days => ${earlierDisputeDays})
          and (judged.first_at at time zone 'UTC')::date < (claimed.at at time zone 'UTC')::date, false),
        'disputed', exists (
          select from claim_disputes d where d.station_id = s.id and d.decided_at is null
        )) as shown
      from accounts a
      cross join lateral (
        select max(coalesce(c.decided_at, c.provisional_at)) as at from station_claims c
        where c.station_id = s.id
          and (c.approved or (c.decided_at is null and c.account_id = s.account_id))
          and not exists (
            select from claim_disputes d
            where d.station_id = s.id and d.upheld and d.decided_at > c.decided_at
          )
      ) as claimed
      where a.id = s.account_id
    ) as claim on true
    order by s.last_received_at desc nulls last, s.id`;
}
