import { listActions, type RecordedAction } from "../audit/audit-log.ts";
import type { Fragment, Sql } from "../connection/database.ts";

/** A part of the data of an account, and one of its rows. */
export interface RowToExport {
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
): AsyncGenerator<readonly RowToExport[]> {
  for (const [part, rowsOf] of Object.entries(parts)) {
    for (let after = ""; ;) {
      const rows = await run((sql) => readBatch(sql, rowsOf(sql, accountId), after));
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ key: _key, ...value }) => ({ part, value }));
      if (rows.length < batchRows) break;
      after = last.key;
    }
  }
  yield* exportActions(run, accountId);
}

async function* exportActions(run: Run, accountId: string): AsyncGenerator<RowToExport[]> {
  for (let before: number | undefined; ;) {
    const page = { limit: batchRows, before, accountId };
    const actions = await run((sql) => listActions(sql, page));
    const last = actions.at(-1);
    if (last === undefined) return;
    yield actions.map(({ actor, actorKind, byOtherOperator, accountId: _about, ...action }) => ({
      part: "action", // Which operator it was is not the account's data.
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

async function readBatch(sql: Sql, rows: Fragment, after: string): Promise<{ key: string }[]> {
  return await sql<{ key: string }[]>`
    select * from (${rows}) as part where key > ${after} order by key limit ${batchRows}`;
}

/** The parts by name. The rows have a text `key` that orders them. */
const parts: Readonly<Record<string, (sql: Sql, accountId: string) => Fragment>> = {
  account: (sql, id) => sql`
    select id::text as key, id, username, role, email, email_confirmed_at, preferences,
      appears_offline, created_at, banned_at
    from accounts where id = ${id}`,
  key: (sql, id) => sql`
    select id::text as key, id, tier, to_json(scopes) as scopes, label, hint, created_at,
      expires_at, revoked_at, last_used_at
    from api_keys where account_id = ${id}`,
  identity: (sql, id) => sql`
    select issuer || ' ' || subject as key, issuer, subject, created_at
    from external_identities where account_id = ${id}`,
  passkey: (sql, id) => sql`
    select id::text as key, id, name, to_json(transports) as transports, created_at, last_used_at
    from passkeys where account_id = ${id}`,
  webSession: (sql, id) => sql`
    select id::text as key, id, user_agent, created_at, signed_in_at, last_used_at, ends_at
    from web_sessions where account_id = ${id}`,
  link: (sql, id) => sql`
    select encode(token_hash, 'hex') as key, kind, email, created_at, expires_at, used_at
    from sign_in_links where account_id = ${id}`,
  session: (sql, id) => sql`
    select id::text as key, id, key_id, created_at, expires_at, ended_at
    from sessions where account_id = ${id}`,
  station: (sql, id) => sql`
    select id::text as key, id, ident, source_type, country_code, latitude, longitude, shows_exact_position, hidden,
      accepts_messages, first_received_at as first_heard_at, last_received_at as last_heard_at,
      messages_count, created_at
    from stations where account_id = ${id}`,
  claim: (sql, id) => sql`
    select id::text as key, id, station_id, note, created_at, decided_at, approved
    from station_claims where account_id = ${id}`,
  transfer: (sql, id) => sql`
    select id::text as key, id, station_id, created_at,
      expires_at, due_at as effective_at, to_account = ${id} as incoming
    from station_transfers where from_account = ${id} or to_account = ${id}`,
  plannedErasure: (sql, id) => sql`
    select id::text as key, id, kind, object_id, requested_at, due_at as effective_at
    from planned_erasures where account_id = ${id}`,
  block: (sql, id) => sql`
    select blocked_id::text as key, blocked_id as user_id, created_at
    from chat_blocks where user_id = ${id}`,
  chatMessage: (sql, id) => sql`
    select id::text as key, id, sender_id, recipient_id, body, created_at
    from chat_messages where sender_id = ${id} or recipient_id = ${id}`,
  chatReport: (sql, id) => sql`
    select id::text as key, id, message_id, reason, note, created_at, resolved_at
    from chat_reports where reporter_id = ${id}`,
  alertRule: (sql, id) => sql`
    select id::text as key, id, name, filter, station_id, notify, email,
      muted_until, created_at, delivered_at as last_matched_at
    from alert_rules where account_id = ${id}`,
  mail: (sql, id) => sql`
    select id::text as key, kind, recipient as "to", created_at, sent_at, given_up_at
    from outbox where account_id = ${id} and recipient is not null`,
  destination: (sql, id) => sql`
    select id::text as key, id, name, channel, address, to_json(types) as types, to_json(rule_ids) as rule_ids,
      enabled, created_at, failing_since, last_delivered_at, previous_secret_until
    from destinations where account_id = ${id}`,
  delivery: (sql, id) => sql`
    select id::text as key, id, destination_id, kind as type, created_at, attempts, sent_at, given_up_at
    from outbox where account_id = ${id} and destination_id is not null`,
  quietHours: (sql, id) => sql`
    select account_id::text as key, zone, from_minute, to_minute, keeps
    from quiet_hours where account_id = ${id}`,
  notification: (sql, id) => sql`
    select id::text as key, id, type, title, body, data, created_at, read_at
    from notifications where user_id = ${id}`,
};
