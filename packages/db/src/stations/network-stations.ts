import { disputeHours, type NetworkStation, networkStationsMax } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { isOnline } from "./station-online.ts";
import { provenShare, sourceDays } from "./station-sources.ts";

/** A station, and what of its messages comes from the network of somebody who asks. */
export type NetworkStationRow = Pick<
  NetworkStation,
  "id" | "ident" | "sourceType" | "simulated" | "online" | "provisional" | "share" | "provable"
> & {
  readonly hidden: boolean;
  readonly firstMessageAt: Date | null;
  readonly lastMessageAt: Date | null;
  readonly claim: {
    readonly at: string | null;
    readonly username: string;
    /** Whether it was approved a short time ago. */
    readonly recent: boolean;
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

/**
 * Lists stations that sent messages from a network in the last 7 days, or the station that is named,
 * the latest received first. A hidden station is listed only if it would be proven from the network.
 */
export async function listNetworkStations(
  sql: Sql,
  { network, ident, id }: StationsAsked,
): Promise<NetworkStationRow[]> {
  const days = sql`any (array(
    select (now() at time zone 'UTC')::date - ago from generate_series(0, ${sourceDays - 1}) as ago
  ))`;
  const sendsFromNetwork = sql`s.id in (
    select station_id from station_sources where day = ${days} and network = ${network}::bytea
  )`;
  const named =
    ident === undefined ? id !== undefined && sql`s.id = ${id}` : sql`s.ident = ${ident}`;
  const meant = named || sendsFromNetwork;
  return await sql<NetworkStationRow[]>`
    select s.id, s.ident, s.source_type as "sourceType", s.simulated, s.provisional, s.hidden,
      s.first_received_at as "firstMessageAt", s.last_received_at as "lastMessageAt",
      (select ${isOnline(sql)} from stations where stations.id = s.id) as online,
      source.share, claim.shown as claim,
      coalesce(source.share >= ${provenShare} and s.account_id is null and not exists (
        select from station_claims c where c.station_id = s.id and c.decided_at is null
      ), false) as provable
    from stations s
    cross join lateral (
      select (sum(messages) filter (where network = ${network}::bytea) / sum(messages))::float8 as share
      from station_sources where station_id = s.id and day = ${days}
    ) as source
    -- Also of somebody who has transferred the station since: an upheld dispute ends what was claimed before.
    left join lateral (
      select jsonb_build_object('at', approved.at, 'username', a.username,
        'recent', coalesce(approved.at > now() - make_interval(hours => ${disputeHours}), false),
        'disputed', exists (
          select from claim_disputes d where d.station_id = s.id and d.decided_at is null
        )) as shown
      from accounts a
      cross join lateral (
        select max(c.decided_at) as at from station_claims c
        where c.station_id = s.id and c.approved and not exists (
          select from claim_disputes d
          where d.station_id = s.id and d.upheld and d.decided_at > c.decided_at
        )
      ) as approved
      where a.id = s.account_id
    ) as claim on true
    where ${meant} and s.erased_at is null
      and (not s.hidden or coalesce(source.share, 0) >= ${provenShare})
    order by s.last_received_at desc nulls last, s.id limit ${networkStationsMax}`;
}
