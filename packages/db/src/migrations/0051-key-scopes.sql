-- What a key may be used for. Keys that exist keep what feeders and readers use them for.
alter table api_keys add column scopes text[] not null default '{read,feed}'
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'feed', 'manage', 'operate']);

drop function issue_api_key(uuid, text, bytea, text, text, timestamptz, integer, integer);
create function issue_api_key(
  owner uuid, of_tier text, hash bytea, shown text, named text, ends timestamptz, keys_max integer,
  tier_max integer default null, of_scopes text[] default '{read,feed}'
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  if not found then return null; end if;
  insert into api_keys (account_id, tier, key_hash, hint, label, expires_at, scopes)
  select owner, name, hash, shown, named, ends, of_scopes from tiers
  where name = of_tier and (
    select (keys_max is null or count(*) < keys_max)
      and (tier_max is null or count(*) filter (where tier = of_tier) < tier_max)
    from api_keys where account_id = owner and revoked_at is null
      and (expires_at is null or expires_at > now())
  )
  returning id into made;
  return made;
end
$$;

-- Returns the scopes of the key that opened the session of a token; null if no key did. It runs as the owner of the
-- tables, because gateways may not read what renews sessions.
create function key_scopes_of(token text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select k.scopes from session_tokens st
  join sessions s on s.id = st.session_id
  join api_keys k on k.id = s.key_id
  where st.token_id = token
$$;
revoke execute on function key_scopes_of(text) from public;
