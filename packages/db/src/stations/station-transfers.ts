import { randomUUID } from "node:crypto";
import { delayedStepHours, type StationTransfer } from "@jetwire/protocol";
import { nextNotificationId, trimNotifications } from "../notifications/notifications.ts";
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
export async function request(
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
  const transfer = (await list(sql, accountId)).find((one) => one.id === id);
  // Somebody else transferred or got the station at the same time.
  return transfer ? { status: "requested", transfer } : { status: "unknown-station" };
}

/** Lists the transfers from and to an account that wait, newest first. */
export async function list(sql: Sql, accountId: string): Promise<StoredTransfer[]> {
  return await sql<StoredTransfer[]>`
    select t.id, jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      giver.username as "from", taker.username as "to", t.to_account = ${accountId} as incoming,
      giver.id as from_id, taker.id as to_id, t.created_at, t.expires_at, t.due_at as effective_at
    from station_transfers t
    join stations s on s.id = t.station_id and s.account_id = t.from_account
    join accounts giver on giver.id = t.from_account and giver.ended_at is null
    join accounts taker on taker.id = t.to_account and taker.ended_at is null
    where (t.from_account = ${accountId} or t.to_account = ${accountId})
      and (t.expires_at > now() or t.due_at is not null)
    order by t.created_at desc, t.id limit ${listedMax}`;
}

/** Accepts a transfer to an account: it takes effect 24 hours later. @returns false if there is none */
export async function accept(sql: Sql, id: string, accountId: string): Promise<boolean> {
  const about = {
    actor: { kind: "account", id: accountId } as const,
    action: "station.transfer-accept",
    object: { kind: "station", id: sql`station_id` },
    accountId: sql`from_account`,
    details: { to: accountId },
  };
  const rows = await sql`
    with accepted as (
      update station_transfers t set due_at = now() + make_interval(hours => ${delayedStepHours})
      where id = ${id} and to_account = ${accountId} and due_at is null and expires_at > now()
        and exists (select from stations s where s.id = t.station_id and s.account_id = t.from_account)
      returning station_id, from_account
    ), recorded as (${recordAction(sql, about, sql`from accepted`)})
    select 1 from accepted`;
  return rows.length > 0;
}

/** A transfer that is due. */
export interface DueTransfer {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly stationId: number;
  readonly ident: string;
}

/** Lists transfers that are due, at most `rowsMax`, the longest due first. */
export async function listDue(sql: Sql, rowsMax: number): Promise<DueTransfer[]> {
  return await sql<DueTransfer[]>`
    select t.id, t.from_account as from_id, t.to_account as to_id, t.station_id, s.ident
    from station_transfers t join stations s on s.id = t.station_id
    where t.due_at <= now() order by t.due_at limit ${rowsMax}`;
}

/**
 * Moves a station whose transfer is due, and notifies both users in the same statement: however often and by
 * how many processes it is run, the station moves once, and not at all if the transfer was called off.
 *
 * @returns whether the station has moved
 */
export async function carryOut(sql: Sql, due: DueTransfer): Promise<boolean> {
  const { id, fromId, toId, stationId, ident } = due;
  const about = {
    actor: { kind: "system", name: "carry-out-due" } as Actor,
    action: "station.move",
    object: { kind: "station", id: sql`station` },
    accountId: fromId,
    details: { to: toId },
  };
  const data = sql.json({ transferId: id, stationId, ident });
  const rows = await sql`
    with moved as materialized (select accept_transfer(${id}, ${toId}) as station),
    recorded as (${recordAction(sql, about, sql`from moved where station is not null`)}),
    notified as (
      insert into notifications (id, user_id, type, title, body, data)
      select notice.id, notice.user_id, 'station.transfer', notice.title, notice.body, ${data}
      from moved, (values
        (${nextNotificationId()}::uuid, ${fromId}::uuid, 'Station given away',
          ${`Station ${ident} belongs to another user now.`}),
        (${nextNotificationId()}::uuid, ${toId}::uuid, 'Station received', ${`Station ${ident} is yours now.`})
      ) as notice (id, user_id, title, body)
      where station is not null
    )
    select 1 from moved where station is not null`;
  if (rows.length > 0) await trimNotifications(sql, [fromId, toId]);
  return rows.length > 0;
}

/** A transfer that was ended before it took effect. */
interface EndedTransfer {
  /** The user who is to be notified; null if an offer was withdrawn that nobody had accepted. */
  readonly otherId: string | null;
  readonly wasAccepted: boolean;
  readonly station: StationTransfer["station"];
}

/** Ends a transfer from or to an account. @returns null if there is no such transfer */
export async function end(sql: Sql, id: string, accountId: string): Promise<EndedTransfer | null> {
  const about = {
    actor: { kind: "account", id: accountId } as Actor,
    action: "station.transfer-end",
    object: { kind: "station", id: sql`station_id` },
    accountId: sql`from_account`,
  };
  const [row] = await sql<EndedTransfer[]>`
    with ended as (
      delete from station_transfers
      where id = ${id} and (from_account = ${accountId} or to_account = ${accountId})
      returning station_id, from_account, to_account, due_at
    ), recorded as (${recordAction(sql, about, sql`from ended`)})
    select jsonb_build_object('id', s.id, 'ident', s.ident) as station,
      due_at is not null as was_accepted,
      case when to_account = ${accountId} then from_account
        when due_at is not null then to_account end as other_id
    from ended join stations s on s.id = station_id`;
  return row ?? null;
}

/** Deletes transfers that expired before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteExpired(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from station_transfers where id in (
      select id from station_transfers
      where expires_at < ${cutoff} and due_at is null limit ${rowsMax}
    )`;
  return count;
}
