import type { ListedStation } from "@jetwire/protocol";
import type { Sql } from "./database.ts";
import { withShownPosition } from "./stations.ts";

type Row = Omit<ListedStation, "firstHeardAt" | "lastHeardAt"> & {
  readonly exact: boolean;
  readonly firstHeardAt: Date | null;
  readonly lastHeardAt: Date | null;
};

/**
 * The public listing: visible stations, newest (highest id) first. With `after` alone, the page
 * next to it.
 */
export async function listVisibleStations(
  sql: Sql,
  page: { limit: number; before?: number | undefined; after?: number | undefined },
): Promise<ListedStation[]> {
  const { limit, before = null, after = null } = page;
  const ascending = after !== null && before === null;
  const rows = await sql<Row[]>`
    select id, ident, source_type as "sourceType", country_code as "countryCode", latitude,
      longitude, simulated, account_id is not null as claimed, first_heard_at as "firstHeardAt",
      last_heard_at as "lastHeardAt", messages_count as "messagesCount",
      shows_exact_position as exact
    from stations
    where not hidden
      and (${before}::integer is null or id < ${before})
      and (${after}::integer is null or id > ${after})
    order by id ${ascending ? sql`asc` : sql`desc`}
    limit ${limit}`;
  const stations = rows.map(({ exact, ...row }) =>
    withShownPosition(
      {
        ...row,
        firstHeardAt: row.firstHeardAt?.toISOString() ?? null,
        lastHeardAt: row.lastHeardAt?.toISOString() ?? null,
      },
      exact,
    ),
  );
  return ascending ? stations.toReversed() : stations;
}
