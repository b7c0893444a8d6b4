import type { Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";
import type { Actor } from "./record-action.ts";

/** A row of the audit log. */
export interface RecordedAction {
  readonly id: number;
  readonly at: string;
  readonly actorKind: Actor["kind"];
  /** The name of the operator or process; of an account its username, or its id if it was erased. */
  readonly actor: string;
  /** Whether the actor is an account whose role is operator, and not the account that is asked for. */
  readonly byOtherOperator: boolean;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** The username or ident of an account or station that still exists; otherwise null. */
  readonly objectName: string | null;
  readonly accountId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Selects recorded actions; conditions are combined with AND. */
export interface AuditPage extends Page<number> {
  /** An operator's or process's name, or an account's username or id. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly objectKind?: string | undefined;
  readonly objectId?: string | undefined;
  readonly since?: Date | undefined;
  /** Actions by this account, or that concern it. */
  readonly accountId?: string | undefined;
}

/** Lists recorded actions, newest first. */
export async function listActions(sql: Sql, page: AuditPage): Promise<RecordedAction[]> {
  const { actor, action, objectKind, objectId, since, accountId } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const conditions = allOf(sql, [
    within,
    actor !== undefined &&
      sql`(actor = ${actor} or actor_kind = 'account' and actor = (
        select a.id::text from accounts a where lower(a.username) = lower(${actor})))`,
    action !== undefined && sql`action = ${action}`,
    objectKind !== undefined && sql`object_kind = ${objectKind}`,
    objectId !== undefined && sql`object_id = ${objectId}`,
    since !== undefined && sql`at >= ${since}`,
    accountId !== undefined &&
      sql`(account_id = ${accountId} or actor_kind = 'account' and actor = ${accountId}::text)`,
  ]);
  const rows = await sql<RecordedAction[]>`
    select id, at, actor_kind, action, object_kind,
      object_id, ${objectName(sql)} as object_name, account_id, details,
      actor_kind = 'account' and exists (
        select from accounts a where a.id::text = audit_log.actor and a.role = 'operator'
          and a.id is distinct from ${accountId ?? null}::uuid
      ) as by_other_operator,
      case when actor_kind = 'account' then coalesce((
        select a.username from accounts a
        where a.id::text = audit_log.actor
      ), actor) else actor end as actor
    from audit_log where ${conditions} ${ordered}`;
  return inOrder(rows);
}

/** Selects the name of the object of an action. */
function objectName(sql: Sql) {
  return sql`case object_kind
    when 'account' then (select a.username from accounts a where a.id = case
      when object_id ~ '^[0-9a-f-]{36}$' then object_id::uuid end)
    when 'station' then (select s.ident from stations s where s.id = case
      when object_id ~ '^[0-9]{1,9}$' then object_id::integer end)
  end`;
}

/** Deletes recorded actions before `cutoff`, at most `rowsMax`. @returns how many were deleted. */
export async function deleteActions(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`
    select delete_audit_log(${cutoff}, ${rowsMax}) as deleted`;
  return row?.deleted ?? 0;
}
