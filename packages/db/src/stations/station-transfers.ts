import { randomUUID } from "node:crypto";
import type { StationTransfer } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import { mayReach } from "../chat/chat-blocks.ts";
import type { Sql } from "../connection/database.ts";

/** A transfer, and the accounts of both users. */
export interface StoredTransfer extends StationTransfer {
  readonly fromId: string;
  readonly toId: string;
}

export type TransferRequest =
  | { readonly status: "requested"; readonly transfer: StoredTransfer }
  | { readonly status: "unknown-station" | "unknown-user" | "too-many" };

/** Transfers that may wait for one user, from all others. */
const incomingMax = 20;
const listedMax = 100;
const openDays = 7;

/**
 * Offers a station of an account to another user, in place of an earlier offer. A user who has
 * blocked the owner, or is the owner, counts as unknown.
 */
export async function requestTransfer(
  sql: Sql,
  asked: { readonly stationId: number; readonly accountId: string; readonly username: string },
): Promise<TransferRequest> {
  const { stationId, accountId, username } = asked;
  const [own] = await sql`
    select 1 from stations where id = ${stationId} and account_id = ${accountId}`;
  if (!own) return { status: "unknown-station" };
  const [recipient] = await sql<{ id: string }[]>`
    select a.id from accounts a
    where lower(a.username) = lower(${username}) and a.ended_at is null and a.id <> ${accountId}`;
  if (!recipient || !(await mayReach(sql, accountId, recipient.id))) {
    return { status: "unknown-user" };
  }
  const about = {
    actor: { kind: "account", id: accountId } as const,
    action: "station.transfer",
    object: { kind: "station", id: stationId },
    accountId,
    details: { to: recipient.id },
  };
  const id = randomUUID();
  const [offered] = await sql<{ status: TransferRequest["status"] }[]>`
    with offered as materialized (
      select offer_station(${id}, ${stationId}, ${accountId}, ${recipient.id}, ${incomingMax},
        ${openDays}) as status
    ), recorded as (${recordAction(sql, about, sql`from offered where status = 'requested'`)})
    select status from offered`;
  if (offered?.status === "too-many") return { status: "too-many" };
  const transfer = (await listTransfers(sql, accountId)).find((one) => one.id === id);
  // Somebody else transferred or got the station at the same time.
  return transfer ? { status: "requested", transfer } : { status: "unknown-station" };
}

/** Lists the transfers from and to an account that wait, newest first. */
export async function listTransfers(sql: Sql, accountId: string): Promise<StoredTransfer[]> {
  const rows = await sql<
    (Omit<StoredTransfer, "createdAt" | "expiresAt"> & { createdAt: Date; expiresAt: Date })[]
  >`
    select t.id, jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      giver.username as "from", taker.username as "to", t.to_account = ${accountId} as incoming,
      giver.id as "fromId", taker.id as "toId",
      t.created_at as "createdAt", t.expires_at as "expiresAt"
    from station_transfers t
    join stations s on s.id = t.station_id and s.account_id = t.from_account
    join accounts giver on giver.id = t.from_account and giver.ended_at is null
    join accounts taker on taker.id = t.to_account and taker.ended_at is null
    where (t.from_account = ${accountId} or t.to_account = ${accountId}) and t.expires_at > now()
    order by t.created_at desc, t.id limit ${listedMax}`;
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/**
 * Makes a station that was offered to an account its own.
 *
 * @returns the id of the station; null if there is no such transfer any more
 */
export async function acceptTransfer(
  sql: Sql,
  { id, fromId, toId }: Pick<StoredTransfer, "id" | "fromId" | "toId">,
): Promise<number | null> {
  const about = {
    actor: { kind: "account", id: toId } as const,
    action: "station.move",
    object: { kind: "station", id: sql`station` },
    accountId: fromId,
    details: { to: toId },
  };
  const [row] = await sql<{ station: number | null }[]>`
    with moved as materialized (select accept_transfer(${id}, ${toId}) as station),
    recorded as (${recordAction(sql, about, sql`from moved where station is not null`)})
    select station from moved`;
  return row?.station ?? null;
}

/**
 * Ends a transfer from or to an account.
 *
 * @returns false if there is no such transfer
 */
export async function endTransfer(sql: Sql, id: string, accountId: string): Promise<boolean> {
  const about = {
    actor: { kind: "account", id: accountId } as Actor,
    action: "station.transfer-end",
    object: { kind: "station", id: sql`station_id` },
    accountId: sql`from_account`,
  };
  const rows = await sql`
    with ended as (
      delete from station_transfers
      where id = ${id} and (from_account = ${accountId} or to_account = ${accountId})
      returning station_id, from_account
    ), recorded as (${recordAction(sql, about, sql`from ended`)})
    select 1 from ended`;
  return rows.length > 0;
}

/** Deletes transfers that expired before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteExpiredTransfers(
  sql: Sql,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from station_transfers where id in (
      select id from station_transfers where expires_at < ${cutoff.toISOString()} limit ${rowsMax}
    )`;
  return count;
}
