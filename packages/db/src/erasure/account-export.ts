import { listActions, type RecordedAction } from "../audit/audit-log.ts";
import type { Fragment, Sql } from "../connection/database.ts";

/** A part of the data of an account, and one of its rows. */
export interface ExportedRow {
  readonly part: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const batchRows = 500;

/** Runs one query. */
type Run = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * Yields all data of an account, part by part, in batches. Each batch is read after the last one was
 * taken. It has no hashes, keys or tokens.
 */
export async function* exportAccount(
  run: Run,
  accountId: string,
): AsyncGenerator<readonly ExportedRow[]> {
  for (const [part, rowsOf] of Object.entries(parts)) {
    for (let after = ""; ;) {
      const rows = await run((sql) => readBatch(sql, rowsOf(sql, accountId), after));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ row }) => ({ part, value: row }));
      if (rows.length < batchRows) break;
      after = last.key;
    }
  }
  yield* exportActions(run, accountId);
}

async function* exportActions(run: Run, accountId: string): AsyncGenerator<ExportedRow[]> {
  for (let before: number | undefined; ;) {
    const page = { limit: batchRows, before, accountId };
    const actions = await run((sql) => listActions(sql, page));
    const last = actions.at(-1);
    if (last === undefined) return;
    yield actions.map(({ actor, actorKind, byOtherOperator, accountId: _about, ...action }) => ({
      part: "action",
      // Which operator it was is not the account's data.
      value: { ...action, actor: nameOf({ actor, actorKind, byOtherOperator }) },
    }));
    if (actions.length < batchRows) return;
    before = last.id;
  }
}

function nameOf({
  actor,
  actorKind,
  byOtherOperator,
}: Pick<RecordedAction, "actor" | "actorKind" | "byOtherOperator">): string {
  if (actorKind !== "account") return actorKind;
  return byOtherOperator ? "operator" : actor;
}

async function readBatch(
  sql: Sql,
  rows: Fragment,
  after: string,
): Promise<{ key: string; row: Record<string, unknown> }[]> {
  return await sql<{ key: string; row: Record<string, unknown> }[]>`
    select key, to_jsonb(part) - 'key' as row from (${rows}) as part
    where key > ${after} order by key limit ${batchRows}`;
}

/** The parts by name. The rows have a text `key` that orders them. */
const parts: Readonly<Record<string, (sql: Sql, accountId: string) => Fragment>> = {
  account: (sql, id) => sql`
    select id::text as key, id, username, role, email, email_confirmed_at as "emailConfirmedAt", preferences,
      appears_offline as "appearsOffline", created_at as "createdAt", banned_at as "bannedAt"
    from accounts where id = ${id}`,
  key: (sql, id) => sql`
    select id::text as key, id, tier, scopes, label, hint, created_at as "createdAt",
      expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
    from api_keys where account_id = ${id}`,
  identity: (sql, id) => sql`
    select issuer || ' ' || subject as key, issuer, subject, created_at as "createdAt"
    from external_identities where account_id = ${id}`,
  passkey: (sql, id) => sql`
    select id::text as key, id, name, transports, created_at as "createdAt",
      last_used_at as "lastUsedAt"
    from passkeys where account_id = ${id}`,
  webSession: (sql, id) => sql`
    select id::text as key, id, user_agent as "userAgent", created_at as "createdAt",
      signed_in_at as "signedInAt", last_used_at as "lastUsedAt", ends_at as "endsAt"
    from web_sessions where account_id = ${id}`,
  link: (sql, id) => sql`
    select encode(token_hash, 'hex') as key, kind, email, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt"
    from sign_in_links where account_id = ${id}`,
  session: (sql, id) => sql`
    select id::text as key, id, key_id as "keyId", created_at as "createdAt",
      expires_at as "expiresAt", ended_at as "endedAt"
    from sessions where account_id = ${id}`,
  station: (sql, id) => sql`
    select id::text as key, id, ident, source_type as "sourceType", country_code as "countryCode",
      latitude, longitude, shows_exact_position as "showsExactPosition", hidden,
      accepts_messages as "acceptsMessages",
      first_received_at as "firstHeardAt", last_received_at as "lastHeardAt",
      messages_count as "messagesCount", created_at as "createdAt"
    from stations where account_id = ${id}`,
  claim: (sql, id) => sql`
    select id::text as key, id, station_id as "stationId", note, created_at as "createdAt",
      decided_at as "decidedAt", approved
    from station_claims where account_id = ${id}`,
  transfer: (sql, id) => sql`
    select id::text as key, id, station_id as "stationId", created_at as "createdAt",
      expires_at as "expiresAt", due_at as "effectiveAt", to_account = ${id} as incoming
    from station_transfers where from_account = ${id} or to_account = ${id}`,
  plannedErasure: (sql, id) => sql`
    select id::text as key, id, kind, object_id as "objectId", requested_at as "requestedAt",
      due_at as "effectiveAt"
    from planned_erasures where account_id = ${id}`,
  block: (sql, id) => sql`
    select blocked_id::text as key, blocked_id as "userId", created_at as "createdAt"
    from chat_blocks where user_id = ${id}`,
  chatMessage: (sql, id) => sql`
    select id::text as key, id, sender_id as "senderId", recipient_id as "recipientId", body,
      created_at as "createdAt"
    from chat_messages where sender_id = ${id} or recipient_id = ${id}`,
  chatReport: (sql, id) => sql`
    select id::text as key, id, message_id as "messageId", reason, note,
      created_at as "createdAt", resolved_at as "resolvedAt"
    from chat_reports where reporter_id = ${id}`,
  alertRule: (sql, id) => sql`
    select id::text as key, id, name, filter, station_id as "stationId", notify, email,
      muted_until as "mutedUntil", created_at as "createdAt", delivered_at as "lastMatchedAt"
    from alert_rules where account_id = ${id}`,
  mail: (sql, id) => sql`
    select id::text as key, kind, recipient as "to", created_at as "createdAt", sent_at as "sentAt",
      given_up_at as "givenUpAt"
    from mails where account_id = ${id}`,
  notification: (sql, id) => sql`
    select id::text as key, id, type, title, body, data, created_at as "createdAt",
      read_at as "readAt"
    from notifications where user_id = ${id}`,
};
