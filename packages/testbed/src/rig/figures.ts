import type { Sql } from "@jetwire/db";
import type { RigClient } from "../clients/reconnecting-client.ts";

/** What one client has, against the record. */
export interface ClientFigures {
  readonly account: string;
  readonly stored: number;
  readonly missing: number;
  readonly foreign: number;
  readonly outOfOrder: number;
  readonly repeated: number;
  readonly connects: number;
  readonly resumes: number;
  readonly gaps: number;
}

export interface RigFigures {
  readonly offered: number;
  readonly stored: number;
  readonly resuming: readonly ClientFigures[];
  /** Clients of the plain adapter's rooms under the same faults. */
  readonly control: readonly ClientFigures[];
  /** How often each fault was done. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Messages of everybody. */
export async function countStored(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from messages`;
  return row?.count ?? 0;
}

/** What the record has of an account's stations. */
export async function storedOf(sql: Sql, account: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select m.id from messages m join stations s on s.id = m.station_id
    join accounts a on a.id = s.account_id where a.username = ${account}`;
  return new Set(rows.map(({ id }) => id));
}

export function figuresOf(
  account: string,
  { receipts, connects, resumes, gaps }: RigClient,
  stored: ReadonlySet<string>,
): ClientFigures {
  return {
    account,
    stored: stored.size,
    missing: countAbsent(stored, receipts.ids),
    foreign: countAbsent(receipts.ids, stored),
    outOfOrder: receipts.outOfOrder,
    repeated: receipts.repeated,
    connects,
    resumes,
    gaps,
  };
}

/** How many of these are not among those. */
export function countAbsent(wanted: Iterable<string>, there: ReadonlySet<string>): number {
  return [...wanted].filter((id) => !there.has(id)).length;
}
