-- What operators and owners did, written by the statement that does it. Rows are only added;
-- delete_audit_log removes the ones that are past their retention.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('operator', 'account', 'system')),
  -- The operator's or the process's name; of an account its id, so that an erased account has no name here.
  actor text not null check (length(actor) between 1 and 128),
  -- 'account.end', 'key.revoke' …
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  object_kind text not null check (object_kind ~ '^[a-z-]{1,32}$'),
  object_id text not null check (length(object_id) between 1 and 256),
  -- The account that the action concerns, which gets the row with its export.
  account_id uuid,
  details jsonb not null default '{}' check (octet_length(details::text) <= 16384)
);
create index audit_log_actor on audit_log (actor, id);
create index audit_log_object on audit_log (object_kind, object_id, id);
create index audit_log_account on audit_log (account_id, id) where account_id is not null;
create index audit_log_time on audit_log (at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('jetwire.audit_retention', true) = 'on' then
    return old;
  end if;
  raise exception 'rows of audit_log are never changed';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Deletes at most rows_max rows older than cutoff, which must be at least 30 days ago.
create function delete_audit_log(cutoff timestamptz, rows_max integer) returns integer
language plpgsql set jetwire.audit_retention = 'on' as $$
declare
  deleted integer;
begin
  if cutoff > now() - interval '30 days' then
    raise exception 'audit_log is kept for at least 30 days';
  end if;
  delete from audit_log where id in (
    select id from audit_log where at < cutoff order by at limit rows_max
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
