-- Private halves of signing keys are stored encrypted: {"enc", "secret", "iv", "ciphertext", "tag"}.
-- Keys in clear remain valid until rest encrypts them at its next start; no further one can be added.
alter table signing_keys add constraint signing_keys_sealed
  check (private_jwk ? 'ciphertext' and not private_jwk ? 'd') not valid;

-- Partitions are made and dropped as the owner of the tables, so that chores needs no right to create
-- or drop tables. The path is fixed, so that a caller cannot substitute a table.
alter function ensure_partition(text, text, uuid, uuid) security definer set search_path = public, pg_temp;
alter function drop_partition(text, text) security definer set search_path = public, pg_temp;
revoke execute on function ensure_partition(text, text, uuid, uuid) from public;
revoke execute on function drop_partition(text, text) from public;

alter function delete_audit_log(timestamptz, integer) security definer set search_path = public, pg_temp;
revoke execute on function delete_audit_log(timestamptz, integer) from public;
