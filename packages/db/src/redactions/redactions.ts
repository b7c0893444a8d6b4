import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** Selects messages by their ids, or all messages of a station in a period. */
export type RedactedRange =
  | { readonly ids: readonly string[] }
  /** Ids, `from` inclusive, `until` exclusive: bounds in time, by `messageIdFloor`. */
  | { readonly stationId: number; readonly from: string; readonly until: string };

/** A redacted message and its owner. */
export interface RedactedMessage {
  readonly id: string;
  /**
   * `whole`: only the whole that the message had completed was deleted, because another part of it was redacted.
   * Logs that have the whole have it beside this message.
   */
  readonly what: "message" | "whole";
  /** The owner of its station, null for nobody. */
  readonly accountId: string | null;
}

/** The reason of a redaction and who does it. */
export interface RedactionRecord {
  readonly reason: string;
  readonly by: string;
  readonly actor?: Actor;
  /** The filters by which the messages were found, as the query of an address. */
  readonly filter?: string | undefined;
}

const nothing = { ids: null, stationId: null, from: null, until: null };

/** Messages of one call at most, so that no statement is long. */
export const redactedMax = 1_000;

/** How many messages a target names that are still there, counted up to `countMax`. */
export async function count(sql: Sql, target: RedactedRange, countMax: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from messages where ${named(sql, target)} limit ${countMax}
    ) as counted`;
  return row?.count ?? 0;
}

/**
 * Redacts messages, their raw objects and the wholes that they are parts of, at most `redactedMax`, and records
 * who did it and why. With a part of what a decoder joined, the message that completed it is redacted as well: it has
 * the text of all parts. They are never stored again; messages that were redacted before are skipped.
 *
 * @returns the messages that were redacted now, `redactedMax` of them if there may be more, and the
 *   messages that lost their wholes.
 */
export async function redact(
  sql: Sql,
  target: RedactedRange,
  record: RedactionRecord,
): Promise<RedactedMessage[]> {
  const { actor = processActor, reason, by, filter } = record;
  const object = { kind: "message", id: sql`redacted` };
  const about = { actor, action: "message.redact", object, details: { reason, filter } };
  const { ids, stationId, from, until } = { ...nothing, ...target };
  return await sql<RedactedMessage[]>`
    with done as materialized (
      select * from redact_messages(${ids}::uuid[], ${stationId}, ${from}, ${until}, ${reason},
        ${by}, ${redactedMax})
    ), recorded as (${recordAction(sql, about, sql`from done where what = 'message'`)})
    select redacted as id, what, owner as account_id from done`;
}

/** A redacted message that the feed log of an account may still have. */
export interface FeedLogRemoval {
  readonly accountId: string;
  readonly messageId: string;
  /** `whole`: of the entry only the whole was redacted. */
  readonly what: "message" | "whole";
  /** The time of the redaction. */
  readonly askedAt: string;
}

/** Lists redacted messages that feed logs may have or get, oldest first. */
export async function listFeedLogRemovals(sql: Sql, rowsMax: number): Promise<FeedLogRemoval[]> {
  return await sql<FeedLogRemoval[]>`
    select account_id, message_id, what, asked_at
    from feed_log_removals order by asked_at limit ${rowsMax}`;
}

/** Records that feed logs neither have these messages nor get them; not of one that was redacted again. */
export async function deleteFeedLogRemovals(
  sql: Sql,
  removed: readonly FeedLogRemoval[],
): Promise<void> {
  await sql`
    delete from feed_log_removals where (account_id, message_id, what) in (
      select * from unnest(${removed.map(({ accountId }) => accountId)}::uuid[],
        ${removed.map(({ messageId }) => messageId)}::uuid[], ${removed.map(({ what }) => what)}::text[])
    )`;
}

/** A redacted message that later wholes may be made of. */
export interface RecentRedaction {
  readonly messageId: string;
  /** Null if it was not recorded. */
  readonly groupId: string | null;
  readonly stationId: number | null;
}

/** Lists redacted messages with ids from `since` on, newest first. */
export async function listRecent(
  sql: Sql,
  since: string,
  rowsMax: number,
): Promise<RecentRedaction[]> {
  return await sql<RecentRedaction[]>`
    select message_id, group_id, station_id
    from redactions where message_id >= ${since} order by message_id desc limit ${rowsMax}`;
}

/** Returns the messages among these that were redacted. */
export async function findRedacted(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ messageId: string }[]>`
    select message_id from redactions where message_id = any(${[...ids]}::uuid[])`;
  return rows.map(({ messageId }) => messageId);
}

/** Whether a message was redacted. */
export async function isRedacted(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select 1 from redactions where message_id = ${id}`;
  return rows.length > 0;
}

function named(sql: Sql, target: RedactedRange) {
  if ("ids" in target) return sql`id = any(${[...target.ids]}::uuid[])`;
  const { stationId, from, until } = target;
  return sql`station_id = ${stationId} and id >= ${from} and id < ${until}`;
}
