import type { SenderBlock as ListedBlock } from "@jetwire/protocol";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

type SenderBlockKind = "address" | "ident";

/** An address or an ident that an operator has blocked. */
export interface StoredSenderBlock {
  readonly id: string;
  readonly kind: SenderBlockKind;
  /** An IPv4 address, an IPv6 /64 network or an ident. */
  readonly value: string;
  readonly reason: string | null;
  readonly blockedBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** The number of objects, requests and connections that it has refused so far. */
  readonly hits: number;
}

/** Services keep all blocks in memory. */
export const senderBlocksMax = 10_000;

/**
 * Blocks an address or an ident; a block of the same value is replaced.
 *
 * @returns null if there are `senderBlocksMax` blocks already
 */
export async function add(
  sql: Sql,
  block: Pick<StoredSenderBlock, "kind" | "value" | "reason" | "expiresAt">,
  actor: Actor = processActor,
): Promise<{ id: string } | null> {
  const { kind, value, reason, expiresAt } = block;
  const by = actor.kind === "account" ? actor.id : actor.name;
  const object = { kind: "sender-block", id: sql`added.id` };
  const action = { actor, action: "sender-block.add", object, details: { kind } };
  const [row] = await sql<{ id: string }[]>`
    with added as (
      insert into sender_blocks (kind, value, reason, blocked_by, expires_at)
      select ${kind}, ${value}, ${reason}, ${by},
        ${expiresAt}::timestamptz
      where (select count(*) from sender_blocks where ${isActive(sql)}) < ${senderBlocksMax}
      on conflict (kind, value) do update set reason = excluded.reason,
        blocked_by = excluded.blocked_by, created_at = now(), expires_at = excluded.expires_at,
        hits = 0
      returning id
    ), recorded as (${recordAction(sql, action, sql`from added`)})
    select id from added`;
  return row ?? null;
}

/** Lists active blocks, newest first. */
export async function listSenderBlocks(sql: Sql): Promise<StoredSenderBlock[]> {
  return await sql<StoredSenderBlock[]>`
    select id, kind, value, reason, blocked_by, created_at, expires_at, hits from sender_blocks
    where ${isActive(sql)} order by created_at desc, id limit ${senderBlocksMax}`;
}

/** Lists active blocks with the names of the accounts that made them, newest first. */
export async function listNamed(
  sql: Sql,
  { id, limit }: { readonly id?: string; readonly limit: number },
): Promise<ListedBlock[]> {
  return await sql<ListedBlock[]>`
    select id, kind, value, reason, coalesce((
      select a.username from accounts a where a.id::text = blocked_by
    ), blocked_by) as by, created_at, expires_at as until, hits
    from sender_blocks where ${isActive(sql)} ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by created_at desc, id limit ${limit}`;
}

/** Removes a block. Returns it, or null if there is none. */
export async function remove(
  sql: Sql,
  id: string,
  actor: Actor = processActor,
): Promise<Pick<StoredSenderBlock, "kind" | "value"> | null> {
  const object = { kind: "sender-block", id };
  const action = { actor, action: "sender-block.remove", object };
  const [row] = await sql<Pick<StoredSenderBlock, "kind" | "value">[]>`
    with removed as (
      delete from sender_blocks where id = ${id} returning kind, value
    ), recorded as (${recordAction(sql, action, sql`from removed`)})
    select kind, value from removed`;
  return row ?? null;
}

/** Deletes blocks that expired before `cutoff`, at most `rowsMax`, and returns how many. */
export async function deleteExpired(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from sender_blocks where id in (
      select id from sender_blocks where expires_at < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}

/** Adds to what blocks have refused. */
export async function addBlockHits(sql: Sql, hits: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update sender_blocks set hits = sender_blocks.hits + added.hits
    from unnest(${[...hits.keys()]}::uuid[], ${[...hits.values()]}::bigint[]) as added (id, hits)
    where sender_blocks.id = added.id`;
}

function isActive(sql: Sql) {
  return sql`(expires_at is null or expires_at > now())`;
}
