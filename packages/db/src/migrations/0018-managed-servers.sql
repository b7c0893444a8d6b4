-- The owner of the database need not be a superuser: the setting is made while the function runs, because only a superuser may
-- name one of this kind in the head of a function. It ends with the deletion, as the caller's statement may go on.
create or replace function delete_audit_log(cutoff timestamptz, rows_max integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  if cutoff > now() - interval '30 days' then
    raise exception 'audit_log is kept for at least 30 days';
  end if;
  perform set_config('jetwire.audit_retention', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where at < cutoff order by at limit rows_max
  );
  get diagnostics deleted = row_count;
  perform set_config('jetwire.audit_retention', 'off', true);
  return deleted;
end
$$;

-- Forgets replaced secrets of webhooks that sign no longer, at most rows_max. Chores may not change targets otherwise.
create function forget_previous_secrets(rows_max integer) returns integer language sql
security definer set search_path = public, pg_temp as $$
  with forgotten as (
    update destinations set target = target - 'previousSecret', previous_secret_until = null
    where id in (
      select id from destinations where previous_secret_until <= now() limit rows_max for update skip locked
    )
    returning 1
  )
  select count(*)::integer from forgotten
$$;
revoke execute on function forget_previous_secrets(integer) from public;
