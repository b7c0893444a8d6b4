import type { Sql } from "@jetwire/db";
import { messageIdTimeMs } from "@jetwire/protocol";
import type { ReconnectingClient } from "../clients/reconnecting-client.ts";

/** The messages that one client received, compared with Postgres. */
export interface ClientFigures {
  readonly account: string;
  readonly stored: number;
  readonly missing: number;
  /** Missing messages that no gap reports: those made after the last gap. */
  readonly unreported: number;
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
  /** Watches, which resume for an hour. */
  readonly watching: readonly ClientFigures[];
  /** Clients of rooms, which have no replay, under the same faults. */
  readonly control: readonly ClientFigures[];
  /** How often each fault was injected. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Counts all messages. */
export async function countStored(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from messages`;
  return row?.count ?? 0;
}

/** Returns the ids of the messages of an account's stations. */
export async function storedOf(sql: Sql, account: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select m.id from messages m join stations s on s.id = m.station_id
    join accounts a on a.id = s.account_id where a.username = ${account}`;
  return new Set(rows.map(({ id }) => id));
}

export function figuresOf(
  account: string,
  client: ReconnectingClient,
  stored: ReadonlySet<string>,
): ClientFigures {
  const { receipts, connects, resumes, gaps } = client;
  return {
    account,
    stored: stored.size,
    missing: countAbsent(stored, receipts.keys),
    unreported: unreportedOf(client, stored).length,
    foreign: countAbsent(receipts.keys, stored),
    outOfOrder: receipts.outOfOrder,
    repeated: receipts.repeated,
    connects,
    resumes,
    gaps,
  };
}

/** Returns the stored ids that a client lacks although no gap was reported after they were made. */
export function unreportedOf(
  { receipts, gapTimes }: ReconnectingClient,
  stored: ReadonlySet<string>,
): string[] {
  const lastGapMs = Math.max(...gapTimes, 0);
  return [...stored].filter((id) => !receipts.keys.has(id) && messageIdTimeMs(id) > lastGapMs);
}

/** Counts the wanted ids that are not present. */
function countAbsent(wanted: Iterable<string>, present: ReadonlySet<string>): number {
  return [...wanted].filter((id) => !present.has(id)).length;
}
