import type { AlertFilter } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";

/** A rule of messages, as the persister compares messages with it. */
export interface MessageRule {
  readonly id: string;
  readonly accountId: string;
  readonly filter: AlertFilter;
  readonly mutedUntil: string | null;
}

/** A transmission that matched a rule. */
export interface AlertMatch {
  readonly ruleId: string;
  readonly groupId: string;
  readonly messageId: string;
  readonly stationId: number;
  readonly flight: string | null;
  readonly tail: string | null;
  /** The words or the text of the message, at most 160 characters. */
  readonly description: string;
  /** Further transmissions that matched since the one before. */
  readonly more: number;
}

/** Returns a text that changes with the rules of messages. */
export async function messageRulesVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string }[]>`
    select count(*) || ' ' || coalesce(max(updated_at)::text, '') as version
    from alert_rules where filter is not null`;
  return row?.version ?? "";
}

/** Returns all rules of messages; their number has a bound. */
export async function loadMessageRules(sql: Sql): Promise<MessageRule[]> {
  return await sql<MessageRule[]>`
    select id, account_id, filter, muted_until
    from alert_rules where filter is not null order by id`;
}

/**
 * Adds matches. One of a transmission that the rule has already matched adds nothing, nor does one of a rule
 * that was removed or of a message that was redacted.
 */
export async function addMatches(sql: Sql, matches: readonly AlertMatch[]): Promise<void> {
  const { names, rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, matches, {
      ruleId: "uuid",
      groupId: "uuid",
      messageId: "uuid",
      stationId: "integer",
      flight: "text",
      tail: "text",
      description: "text",
      more: "integer",
    }),
  );
  // The lock keeps a rule that is removed meanwhile from failing the others.
  await sql`
    with rules as materialized (
      select id from alert_rules where id in (select rule_id from ${rows}) order by id for key share
    )
    insert into alert_matches (${names})
    select ${names} from ${rows}
    where rule_id in (select id from rules)
      and not exists (select from redactions where redactions.message_id = sent.message_id)
    order by rule_id, group_id
    on conflict do nothing`;
}

/** Returns the ICAO type designators of airframes by id; those without one are left out. */
export async function airframeTypes(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; type: string }[]>`
    select id, type from airframes where id = any(${[...ids]}) and type is not null`;
  return new Map(rows.map(({ id, type }) => [id, type]));
}
