import type { Box, ListedStation, Station } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { isOnline } from "./station-online.ts";
import { withShownPosition } from "./stations.ts";

type Row = Omit<ListedStation, "firstHeardAt" | "lastHeardAt"> & {
  readonly exact: boolean;
  readonly own: boolean;
  readonly hidden: boolean;
  readonly showsExactPosition: boolean;
  readonly firstHeardAt: Date | null;
  readonly lastHeardAt: Date | null;
};

export interface StationPage {
  readonly limit: number;
  /** Station ids, both exclusive. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** How the ident begins, in any case. */
  readonly ident?: string | undefined;
  readonly sourceType?: string | undefined;
  readonly online?: boolean | undefined;
  readonly box?: Box | undefined;
  /** Only those of who asks; hidden ones are among them then. */
  readonly mine?: boolean | undefined;
}

/**
 * The public listing: visible stations, newest (highest id) first. With `after` alone, the page
 * next to it.
 *
 * @param accountId who asks, null for nobody in particular
 */
export async function listVisibleStations(
  sql: Sql,
  page: StationPage,
  accountId: string | null,
): Promise<ListedStation[]> {
  const ascending = page.after !== undefined && page.before === undefined;
  const conditions = [
    page.mine ? sql`where account_id = ${accountId}` : sql`where not hidden`,
    page.before === undefined ? null : sql`and id < ${page.before}`,
    page.after === undefined ? null : sql`and id > ${page.after}`,
    page.ident === undefined
      ? null
      : sql`and starts_with(lower(ident), ${page.ident.toLowerCase()})`,
    page.sourceType === undefined ? null : sql`and source_type = ${page.sourceType}`,
    page.online === undefined ? null : sql`and ${isOnline(sql)} = ${page.online}`,
    page.box === undefined ? null : isWithin(sql, page.box, accountId),
  ].filter((condition) => condition !== null);
  const rows = await sql<Row[]>`
    select ${columns(sql, accountId)} from stations
    ${conditions}
    order by id ${ascending ? sql`asc` : sql`desc`}
    limit ${page.limit}`;
  const stations = rows.map(toListed);
  return ascending ? stations.toReversed() : stations;
}

/** A station as who asks may see it; null when there is none, or a hidden one of somebody else. */
export async function readVisibleStation(
  sql: Sql,
  id: number,
  accountId: string | null,
): Promise<Station | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql, accountId)} from stations
    where id = ${id} and (not hidden or account_id = ${accountId})`;
  if (!row) return null;
  const { own, hidden, showsExactPosition } = row;
  return { ...toListed(row), settings: own ? { hidden, showsExactPosition } : null };
}

function columns(sql: Sql, accountId: string | null) {
  return sql`id, ident, source_type as "sourceType", country_code as "countryCode", latitude,
    longitude, simulated, account_id is not null as claimed, ${isOnline(sql)} as online,
    first_received_at as "firstHeardAt", last_received_at as "lastHeardAt",
    messages_count as "messagesCount", ${isExact(sql, accountId)} as exact,
    coalesce(account_id = ${accountId}, false) as own, hidden,
    shows_exact_position as "showsExactPosition"`;
}

function toListed(row: Row): ListedStation {
  const { exact, own: _own, hidden: _hidden, showsExactPosition: _shows, ...shown } = row;
  const station = {
    ...shown,
    firstHeardAt: row.firstHeardAt?.toISOString() ?? null,
    lastHeardAt: row.lastHeardAt?.toISOString() ?? null,
  };
  return withShownPosition(station, exact);
}

function isExact(sql: Sql, accountId: string | null) {
  return sql`(shows_exact_position or coalesce(account_id = ${accountId}, false))`;
}

/**
 * By the position that is shown: asking for ever smaller boxes must not find the exact one. Rounded
 * as `withShownPosition` does it.
 */
function isWithin(sql: Sql, [west, south, east, north]: Box, accountId: string | null) {
  const shown = (column: "latitude" | "longitude") => sql`
    (case when ${isExact(sql, accountId)} then ${sql(column)}
      else floor(${sql(column)} * 10 + 0.5) / 10 end)`;
  const across = west > east;
  return sql`and ${shown("latitude")} between ${south} and ${north} and (
    ${shown("longitude")} >= ${west} ${across ? sql`or` : sql`and`} ${shown("longitude")} <= ${east})`;
}
