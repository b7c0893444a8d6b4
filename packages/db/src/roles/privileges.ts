/** Rights of a service by table, each as in SQL: `select`, `update (last_used_at)`. */
export type TablePrivileges = Readonly<Record<string, readonly string[]>>;

export const read = ["select"];
export const append = ["select", "insert"];
export const upsert = ["select", "insert", "update"];
export const expire = ["select", "delete"];
export const all = ["select", "insert", "update", "delete"];

/** Column of a `select … for update`, which requires a right to update one. */
export const lockRows = "update (id)";
/** Members of a signing key that verify; the private half is not among them. */
export const verifyKey = "select (kid, public_jwk, created_at, retired_at, signs_from)";

export const mailsExceptFacts =
  "select (id, kind, recipient, account_id, created_at, sent_at, given_up_at)";
export const outboxExceptFacts =
  "select (id, kind, recipient, destination_id, account_id, created_at, sent_at, given_up_at, attempts, next_attempt_at, last_status, last_answer)";
/** Members of a destination but what messages are sent and signed with. */
export const destinationExceptTarget =
  "select (id, account_id, name, channel, address, types, rule_ids, enabled, created_at, failing_since, last_delivered_at, previous_secret_until)";

/** Actions are recorded, and read by the operator only. */
export const record = ["insert"];
