import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** Selects messages by their ids, or all messages of a station in a period. */
export type RedactionTarget =
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

/** Messages of one call at most, so that no statement is long. */
export const redactedMax = 1_000;

/** How many messages a target names that are still there, counted up to `countMax`. */
export async function countRedactable(
  sql: Sql,
  target: RedactionTarget,
  countMax: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from messages where ${named(sql, target)} limit ${countMax}
    ) as counted`;
  return row?.count ?? 0;
}

/**
 * Redacts messages, their raw objects and the wholes that they are parts of, at most `redactedMax`, and records who did it and why. They
 * are never stored again; messages that were redacted before are skipped.
 *
 * @returns the messages that were redacted now, `redactedMax` of them if there may be more, and the
 *   messages that lost their wholes.
 */
export async function redactMessages(
  sql: Sql,
  target: RedactionTarget,
  record: { readonly reason: string; readonly by: string; readonly actor?: Actor },
): Promise<RedactedMessage[]> {
  const { actor = processActor, reason } = record;
  const object = { kind: "message", id: sql`deleted.id` };
  const about = { actor, action: "message.redact", object, details: { reason } };
  return await sql<RedactedMessage[]>`
    with chosen as (
      select id, group_id from messages where ${named(sql, target)} order by id limit ${redactedMax}
    ),
    noted as (
      insert into redactions (message_id, reason, redacted_by)
      select id, ${record.reason}, ${record.by} from chosen
      on conflict do nothing
    ),
    raws as (
      delete from message_raws where id in (select id from chosen)
    ),
    wholes as (
      delete from message_wholes
      where message_id in (select id from chosen)
        or part_ids && array(select group_id from chosen)
      returning message_id, station_id
    ),
    positions as (
      delete from airframe_positions where message_id in (select id from chosen)
    ),
    deleted as (
      delete from messages where id in (select id from chosen) returning id, station_id
    ),
    recorded as (${recordAction(sql, about, sql`from deleted`)})
    select redacted.id, what, s.account_id as "accountId"
    from (
      select id, station_id, 'message' as what from deleted
      union all
      select message_id, station_id, 'whole' from wholes
      where message_id not in (select id from chosen)
    ) as redacted
    left join stations s on s.id = redacted.station_id`;
}

/** Whether a message was redacted. */
export async function isRedacted(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select 1 from redactions where message_id = ${id}`;
  return rows.length > 0;
}

function named(sql: Sql, target: RedactionTarget) {
  if ("ids" in target) return sql`id = any(${[...target.ids]}::uuid[])`;
  const { stationId, from, until } = target;
  return sql`station_id = ${stationId} and id >= ${from} and id < ${until}`;
}
