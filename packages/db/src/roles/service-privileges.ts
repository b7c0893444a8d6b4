import type { ServiceName } from "@jetwire/protocol";

/** Rights of a service by table, each as in SQL: `select`, `update (last_used_at)`. */
export type TablePrivileges = Readonly<Record<string, readonly string[]>>;

const read = ["select"];
const append = ["select", "insert"];
const upsert = ["select", "insert", "update"];
const expire = ["select", "delete"];
const all = ["select", "insert", "update", "delete"];

/** Column of a `select … for update`, which requires a right to update one. */
const lockRows = "update (id)";
/** Members of a signing key that verify; the private half is not among them. */
const verifyKey = "select (kid, public_jwk, created_at, retired_at, signs_from)";

const mailsExceptFacts =
  "select (id, kind, recipient, account_id, created_at, sent_at, given_up_at)";
const outboxExceptFacts =
  "select (id, kind, recipient, destination_id, account_id, created_at, sent_at, given_up_at, attempts, next_attempt_at, last_status, last_answer)";
/** Members of a destination but what messages are sent and signed with. */
const destinationExceptTarget =
  "select (id, account_id, name, channel, address, types, rule_ids, enabled, created_at, failing_since, last_delivered_at)";

/** Actions are recorded, and read by the operator only. */
const record = ["insert"];

/** The privileges of each service; a table that is not named is closed to it. */
export const servicePrivileges: Readonly<Record<ServiceName, TablePrivileges>> = {
  ingest: {
    airframes: read,
    airlines: read,
    // An operator asks for a retry, and ingest alone appends to the stream.
    audit_log: record,
    dead_letter_retries: upsert,
    dead_letters: [
      "select",
      "update (retry_by, retry_operator, retry_reason, unreadable)",
      "delete",
    ],
    ground_station_counts: upsert,
    ground_station_frequencies: upsert,
    ground_station_receivers: upsert,
    ground_stations: upsert,
    hf_receptions: upsert,
    ledgers: upsert,
    network_rejects: upsert,
    sender_blocks: ["select", "update (hits)"],
    station_keys: ["select (id, station_id, key_hash, revoked_at)"],
    station_rejects: upsert,
    station_sources: upsert,
    stations: ["select", "insert", "update (source_type, updated_at)"],
    watermarks: read,
  },
  persister: {
    airframe_positions: upsert,
    airframes: upsert,
    airlines: read,
    alert_matches: append,
    alert_rules: ["select (id, account_id, filter, muted_until, updated_at)", lockRows],
    dead_letters: append,
    // What a decoder joined of a redacted part is redacted when it comes.
    feed_log_removals: ["insert"],
    flight_changes: all,
    flights: upsert,
    hfdl_reports: ["insert", "select (message_id, ground_station)"],
    message_counts: upsert,
    message_raws: ["insert"],
    // A conflict is found by the columns of the unique indexes.
    message_wholes: ["select (message_id, part_ids)", "insert"],
    // What positions are made of is read from the rows that are inserted.
    messages: [
      "select (id, station_id, source_type, created_at, airframe_id, flight_id, flight_key)",
      "select (received_at, latitude, longitude, altitude, position_source, decoded)",
      "select (label, link_direction, frequency, on_ground, authenticated)",
      "select (departing_airport, destination_airport)",
      "insert",
    ],
    redactions: append,
    stations: [
      "select",
      "update (first_received_at, last_received_at, messages_count, source_type, received_days, provisional)",
    ],
    watermarks: upsert,
  },
  fanout: {
    feed_log_removals: expire,
    feed_marks: ["select", "insert", "delete"],
    redactions: ["select (message_id, group_id, station_id)"],
    stations: read,
  },
  sampler: {
    airframes: read,
    airlines: read,
    flights: read,
    stations: read,
  },
  gateway: {
    accounts: ["select (id, username, role, created_at, ended_at, banned_at, appears_offline)"],
    airlines: read,
    airports: read,
    api_keys: ["select", "update (last_used_at)"],
    chat_blocks: ["select", "insert", "delete"],
    audit_log: record,
    chat_messages: append,
    chat_reports: append,
    chat_threads: upsert,
    external_identities: read,
    feed_marks: read,
    message_wholes: read,
    messages: read,
    notifications: all,
    redactions: ["select (message_id)"],
    revoked_tokens: read,
    sender_blocks: ["select", "update (hits)"],
    signing_keys: [verifyKey],
    stations: read,
    tiers: read,
  },
  rest: {
    accounts: [
      "select",
      "insert (id, username, email)",
      "update (email, email_confirmed_at, preferences, appears_offline, role, ended_at, banned_at)",
      lockRows,
    ],
    airframe_positions: read,
    airframes: read,
    airlines: read,
    airports: read,
    alert_rules: all,
    api_keys: ["select", "insert", "update (last_used_at, revoked_at, tier)"],
    // Operators publish and end them, everybody reads them.
    announcements: upsert,
    // An account exports the actions that concern it.
    audit_log: append,
    chat_blocks: read,
    chat_messages: ["select", "update (body)"],
    chat_reports: ["select", "insert", "update (resolved_at, resolution)"],
    chat_threads: read,
    claim_codes: ["select", "insert", "delete"],
    claim_disputes: append,
    dead_letter_retries: read,
    destinations: [
      destinationExceptTarget,
      "update (name, types, rule_ids, enabled, failing_since)",
      "delete",
    ],
    dead_letters: [
      "select",
      "update (dropped_at, fields, details, retry_by, retry_operator, retry_reason, unreadable)",
    ],
    eligibility_overrides: all,
    erasures: read,
    external_identities: read,
    flight_facts: read,
    flights: read,
    ground_station_counts: read,
    ground_station_frequencies: read,
    ground_station_receivers: read,
    ground_stations: read,
    hf_channel_hours: read,
    hf_paths: read,
    hf_receptions: read,
    hfdl_reports: read,
    ledgers: ["select (producer, counts, updated_at)"],
    // What a mail says opens accounts: it is written, never read.
    mails: [mailsExceptFacts, "insert"],
    outbox: [outboxExceptFacts, "insert"],
    message_counts: read,
    message_raws: read,
    message_tallies: read,
    message_wholes: read,
    messages: read,
    network_rejects: read,
    notifications: ["select", "insert", "update (read_at)", "delete"],
    passkeys: all,
    planned_erasures: all,
    push_keys: ["select (public_key)"],
    quiet_hours: all,
    reception_uptime: read,
    redactions: read,
    revoked_tokens: append,
    route_file_parts: read,
    route_snapshots: read,
    sender_blocks: all,
    session_tokens: all,
    sessions: all,
    sign_in_challenges: ["select", "insert", "delete"],
    sign_in_links: all,
    signing_keys: ["select", "insert", "update (private_jwk, retired_at)"],
    station_cells: read,
    station_claims: append,
    station_eligibility: upsert,
    station_keys: ["select", "insert", "update (revoked_at)"],
    station_rejects: read,
    station_sources: read,
    station_states: read,
    station_transfers: ["select", "insert", "update (id, due_at)", "delete"],
    tallied_hours: read,
    stations: [
      "select",
      "update (source_type)",
      "update (latitude, longitude, shows_exact_position, hidden, country_code, updated_at)",
      "update (key_policy, accepts_messages)",
    ],
    tiers: all,
    undecoded_texts: read,
    usual_routes: read,
    vdl_channel_hours: read,
    vdl_handovers: read,
    vdl_reach: read,
    // How many messages of each ingest are stored.
    watermarks: read,
    web_sessions: all,
  },
  chores: {
    accounts: read,
    airframe_positions: expire,
    // What the files of routes say of them.
    airports: read,
    announcements: ["select", "update (notified, notified_up_to, notified_all_at)", "delete"],
    dead_letter_retries: expire,
    airframes: expire,
    api_keys: ["select", "update (tier, warned_days)"],
    // A starter key that became a feeder key.
    audit_log: record,
    alert_matches: ["select", "update (taken_at, delivered)", "delete"],
    alert_rules: ["select", "update (delivered_at)"],
    chat_messages: expire,
    chat_threads: expire,
    claim_codes: expire,
    claim_disputes: read,
    counted_facts: ["select", "update (changed_at)"],
    eligibility_overrides: read,
    erasures: ["select", "update (finished_at)"],
    flight_changes: ["select", "update (due_at)", "delete"],
    flight_facts: read,
    flights: expire,
    ground_station_counts: expire,
    ground_station_frequencies: expire,
    ground_station_receivers: expire,
    ground_stations: expire,
    hf_channel_hours: all,
    hf_paths: all,
    hf_receptions: expire,
    hfdl_reports: ["select (message_id)", "delete"],
    job_runs: upsert,
    destinations: ["select", "update (enabled, busy_until, failing_since, last_delivered_at)"],
    mails: all,
    outbox: all,
    message_counts: expire,
    message_raws_default: ["select (id)", "delete"],
    message_wholes: ["select (message_id)", "delete"],
    message_tallies: all,
    // Messages are counted by what the columns of the last three lines contain.
    messages: [
      "select (id, station_id, airframe_id, flight_id, source_type)",
      "select (label, flight_key, frequency, decoded)",
      "select (group_id, received_at, ground_station, snr, latitude, longitude, altitude)",
      "select (link_direction, from_hex, to_hex, flight_number)",
    ],
    messages_default: ["select (id)", "delete"],
    network_rejects: expire,
    notifications: ["select", "insert", "delete"],
    planned_erasures: expire,
    push_keys: ["select", "insert"],
    reception_uptime: upsert,
    // No alert says what was redacted.
    redactions: read,
    revoked_tokens: expire,
    route_file_parts: all,
    route_snapshots: ["select", "insert", "delete"],
    sender_blocks: expire,
    session_tokens: expire,
    sessions: expire,
    sign_in_challenges: expire,
    sign_in_links: expire,
    station_cells: all,
    station_claims: expire,
    station_eligibility: all,
    station_keys: ["select (station_id)"],
    station_rejects: expire,
    station_sources: expire,
    station_states: all,
    station_transfers: expire,
    stations: ["select", "delete"],
    undecoded_texts: expire,
    usual_routes: all,
    vdl_channel_hours: all,
    vdl_handovers: all,
    vdl_reach: all,
    web_sessions: expire,
    tallied_hours: all,
  },
};

/** Tables that no service reads or writes: for migrations and the operator. */
export const operatorTables: readonly string[] = [
  "account_tables",
  "redecoding_runs",
  "schema_migrations",
  "undecoded_counted",
  "undecoded_messages",
];
