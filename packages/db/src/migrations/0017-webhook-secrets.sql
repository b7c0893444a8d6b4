-- The signing secret of a webhook can be replaced. Until this time messages are signed with the one before, too.
alter table destinations add previous_secret_until timestamptz;

-- Replaces the secret of a webhook; the one before signs as well for the seconds given, and not at all for 0. Returns no row
-- if the account has no such webhook. rest may not read targets, so the secret before does not leave this function.
create function replace_destination_secret(owner uuid, destination uuid, new_secret text, kept_seconds integer)
returns setof destinations language sql
security definer set search_path = public, pg_temp as $$
  update destinations set
    target = (target - 'previousSecret') || jsonb_build_object('secret', new_secret)
      || case when kept_seconds > 0 then jsonb_build_object('previousSecret', target->>'secret') else '{}' end,
    previous_secret_until = case when kept_seconds > 0 then now() + make_interval(secs => kept_seconds) end
  where id = destination and account_id = owner and channel = 'webhook'
  returning *
$$;
revoke execute on function replace_destination_secret(uuid, uuid, text, integer) from public;
