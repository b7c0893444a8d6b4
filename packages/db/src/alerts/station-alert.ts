import type { Sql } from "../connection/database.ts";

/** How the owner of a station is notified of its silence. */
export interface StationAlert {
  readonly notify: boolean;
  /** The address to which mails are sent; null if the owner has none or does not want any. */
  readonly to: string | null;
  readonly accountId: string;
  /** The token that stops the mails. */
  readonly stopToken: string;
}

/** Returns the rule of an account for its station; null without one. A muted one notifies in no way. */
export async function readForStation(
  sql: Sql,
  { stationId, accountId }: { readonly stationId: number; readonly accountId: string },
): Promise<StationAlert | null> {
  const [row] = await sql<StationAlert[]>`
    select r.account_id, r.stop_token,
      r.notify and not coalesce(r.muted_until > now(), false) as notify,
      case when r.email and not coalesce(r.muted_until > now(), false) then a.email end as "to"
    from alert_rules r join accounts a on a.id = r.account_id and a.ended_at is null
    where r.station_id = ${stationId} and r.account_id = ${accountId}`;
  return row ?? null;
}
