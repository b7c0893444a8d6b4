/** Tables that no service reads or writes: for migrations and the operator. */
export const operatorTables: readonly string[] = [
  "account_tables",
  "redecoding_runs",
  "schema_migrations",
  "undecoded_counted",
  "undecoded_messages",
];
