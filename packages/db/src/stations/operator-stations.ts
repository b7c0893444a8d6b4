import type { Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";

/** A station as operators see it. */
export interface StationWithOwner {
  readonly id: number;
  readonly ident: string;
  readonly sourceType: string | null;
  /** Null without an owner. */
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly hidden: boolean;
  readonly simulated: boolean;
  readonly firstHeardAt: string | null;
  readonly lastHeardAt: string | null;
  readonly messagesCount: number;
}

/** A page of stations; cursors are station ids. */
export interface OperatorStationPage extends Page<number> {
  readonly ident?: string | undefined;
  readonly accountId?: string | undefined;
}

/** Lists the stations of all accounts, hidden ones too, newest first. */
export async function listForOperator(
  sql: Sql,
  page: OperatorStationPage,
): Promise<StationWithOwner[]> {
  const { ident, accountId } = page;
  const { within, ordered, inOrder } = keyset(sql, page, [sql`s.id`]);
  const conditions = allOf(sql, [
    within,
    ident !== undefined && sql`s.ident = ${ident}`,
    accountId !== undefined && sql`s.account_id = ${accountId}`,
  ]);
  const rows = await sql<StationWithOwner[]>`
    select ${columns(sql)} where ${conditions} ${ordered}`;
  return inOrder(rows);
}

/** Reads one station. */
export async function readForOperator(sql: Sql, id: number): Promise<StationWithOwner | null> {
  const [row] = await sql<StationWithOwner[]>`select ${columns(sql)} where s.id = ${id}`;
  return row ?? null;
}

function columns(sql: Sql) {
  return sql`s.id, s.ident, s.source_type, a.id as owner_id, a.username as owner_name, s.hidden,
    s.simulated, s.first_received_at as first_heard_at, s.last_received_at as last_heard_at,
    s.messages_count
    from stations s left join accounts a on a.id = s.account_id`;
}
