import type { Box, ListedStation, Station } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf, isWithin } from "../query/conditions.ts";
import { type SortedPage, sortedPage } from "../query/sorted-page.ts";
import { isOnline } from "../station-activity/station-online.ts";
import { shownCoordinate, shownPosition } from "./shown-position.ts";

/** A page of stations by id. */
export interface StationListOptions extends SortedPage<StationOrder, number> {
  /** A prefix of the ident, in any case. */
  readonly ident?: string | undefined;
  readonly sourceType?: string | undefined;
  readonly online?: boolean | undefined;
  readonly box?: Box | undefined;
  /** Lists the account's own stations instead, hidden ones included. */
  readonly mine?: boolean | undefined;
}

type StationOrder = "ident" | "country_code" | "messages_count" | "last_heard_at";

/**
 * Lists visible stations that are not provisional, the newest (highest id) first unless an order is given.
 *
 * @param accountId the account that reads, null for an anonymous one
 */
export async function listVisible(
  sql: Sql,
  page: StationListOptions,
  accountId: string | null,
): Promise<ListedStation[]> {
  const { ident, sourceType, online, box, mine } = page;
  const listed = mine ? sql`account_id = ${accountId}` : sql`not hidden and not provisional`;
  const { within, ordered, inOrder } = sortedPage(sql, page, {
    value: (name, isRising) => orderValue(sql, name, isRising),
    key: [sql`id`],
    from: sql`from stations where ${listed} and`,
  });
  const conditions = allOf(sql, [
    within,
    listed,
    ident !== undefined && sql`starts_with(lower(ident), ${ident.toLowerCase()})`,
    sourceType !== undefined && sql`source_type = ${sourceType}`,
    online !== undefined && sql`${isOnline(sql)} = ${online}`,
    box && isShownWithin(sql, box, accountId),
  ]);
  const rows = await sql<ListedStation[]>`
    select ${columns(sql, accountId)} from stations where ${conditions} ${ordered}`;
  return inOrder(rows);
}

function orderValue(sql: Sql, name: StationOrder, isRising: boolean) {
  switch (name) {
    case "ident":
      return sql`lower(ident)`;
    case "country_code":
      return sql`coalesce(country_code, ${isRising ? "~" : ""}) collate "C"`;
    case "messages_count":
      return sql`messages_count`;
    case "last_heard_at":
      return sql`coalesce(last_received_at, ${isRising ? sql`'infinity'` : sql`'-infinity'`})`;
  }
}

/** Reads a station as an account may see it; null if there is none, or it is hidden and of another owner. */
export async function readVisible(
  sql: Sql,
  id: number,
  accountId: string | null,
): Promise<Station | null> {
  const [row] = await sql<Station[]>`
    select ${columns(sql, accountId)}, case when account_id = ${accountId} then jsonb_build_object(
      'hidden', hidden, 'showsExactPosition', shows_exact_position, 'keyPolicy', key_policy,
      'acceptsMessages', accepts_messages, 'proven', owner_proven
    ) end as settings, (
      select jsonb_build_object('userId', a.id, 'username', a.username) from accounts a
      where a.id = stations.account_id and a.ended_at is null and stations.accepts_messages
        and ${accountId}::uuid is not null
    ) as contact
    from stations where id = ${id} and (not hidden or account_id = ${accountId})`;
  return row ?? null;
}

function columns(sql: Sql, accountId: string | null) {
  return sql`id, ident, source_type, country_code, ${shownPosition(sql, accountId)}, simulated,
    account_id is not null as claimed, ${isOnline(sql)} as online,
    first_received_at as first_heard_at, last_received_at as last_heard_at, messages_count`;
}

/** Compares a box with the position that is shown: ever smaller boxes must not find the exact one. */
function isShownWithin(sql: Sql, box: Box, accountId: string | null) {
  const shown = (column: "latitude" | "longitude") => shownCoordinate(sql, column, accountId);
  return isWithin(sql, shown("latitude"), shown("longitude"), box);
}
