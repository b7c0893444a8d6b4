-- Sessions of signed-in users, renewed by refresh tokens of which each serves once.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  -- The API key it was opened with, and with which it ends.
  key_id uuid references api_keys (id),
  created_at timestamptz not null default now(),
  -- It isn't renewed beyond.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (account_id, created_at);
create index sessions_key on sessions (key_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- What a session has been given: a token with what renews it, of which only the SHA-256 is kept.
create table session_tokens (
  refresh_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  token_id text not null unique check (length(token_id) between 1 and 128),
  token_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  -- When it was exchanged for the next.
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

-- Ends sessions: they aren't renewed any more, and their tokens open nothing.
create function end_sessions(ids uuid[]) returns void language sql as $$
  insert into revoked_tokens (token_id, expires_at)
  select token_id, token_expires_at from session_tokens
  where session_id = any(ids) and token_expires_at > now()
  on conflict do nothing;
  update sessions set ended_at = now() where id = any(ids) and ended_at is null;
$$;

-- Opens a session of a key's account. What has expired goes, and of too many the oldest end.
create function open_session(
  opener uuid, hash bytea, token text,
  token_seconds integer, refresh_seconds integer, session_seconds integer, sessions_max integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  delete from sessions where id in (
    select id from sessions where expires_at < now() - interval '1 day' limit 100
  );
  insert into sessions (account_id, key_id, expires_at)
  select k.account_id, k.id, now() + make_interval(secs => session_seconds)
  from api_keys k join accounts a on a.id = k.account_id
  where k.id = opener and k.revoked_at is null and a.ended_at is null and a.banned_at is null
  returning id into made;
  if made is null then return null; end if;
  insert into session_tokens (refresh_hash, session_id, token_id, token_expires_at, refresh_expires_at)
  values (hash, made, token, now() + make_interval(secs => token_seconds),
    now() + make_interval(secs => refresh_seconds));
  perform end_sessions(array(
    select s.id from sessions s join sessions mine on mine.id = made
    where s.account_id = mine.account_id and s.ended_at is null and s.id <> made
    order by s.created_at desc offset sessions_max - 1
  ));
  return made;
end
$$;

-- Exchanges a refresh token for the next. One that comes again is in two hands, so the session ends;
-- within the grace it is the same hand, whose answer was lost.
create function renew_session(
  hash bytea, next_hash bytea, next_token text,
  token_seconds integer, refresh_seconds integer, grace_seconds integer
) returns uuid language plpgsql as $$
declare
  given session_tokens;
  held sessions;
begin
  select * into given from session_tokens where refresh_hash = hash for update;
  if not found then return null; end if;
  if given.used_at < now() - make_interval(secs => grace_seconds) then
    perform end_sessions(array[given.session_id]);
    return null;
  end if;
  select s.* into held from sessions s
  join accounts a on a.id = s.account_id
  left join api_keys k on k.id = s.key_id
  where s.id = given.session_id and s.ended_at is null and s.expires_at > now()
    and given.refresh_expires_at > now()
    and a.ended_at is null and a.banned_at is null
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  if not found then return null; end if;
  update session_tokens set used_at = coalesce(used_at, now()) where refresh_hash = hash;
  delete from session_tokens where session_id = held.id and refresh_expires_at < now();
  insert into session_tokens (refresh_hash, session_id, token_id, token_expires_at, refresh_expires_at)
  values (next_hash, held.id, next_token, now() + make_interval(secs => token_seconds),
    least(held.expires_at, now() + make_interval(secs => refresh_seconds)));
  return held.account_id;
end
$$;

-- What its holder calls it.
alter table api_keys add column label text check (length(label) between 1 and 64);

-- Issues a key unless the account has as many as it may; null keys_max for no limit. One at a time
-- for an account, so that many at once aren't counted as one.
create function issue_api_key(
  owner uuid, of_tier text, hash bytea, shown text, named text, ends timestamptz, keys_max integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  if not found then return null; end if;
  insert into api_keys (account_id, tier, key_hash, hint, label, expires_at)
  select owner, name, hash, shown, named, ends from tiers
  where name = of_tier and (keys_max is null or keys_max > (
    select count(*) from api_keys where account_id = owner and revoked_at is null
      and (expires_at is null or expires_at > now())
  ))
  returning id into made;
  return made;
end
$$;

-- A new signing key is shown to verifiers before it signs, and an old one until its last token ran
-- out: retired_at may be in the future.
alter table signing_keys add column signs_from timestamptz not null default now();

-- Requests for a station that is there, until the operator has said yes or no.
create table station_claims (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id),
  account_id uuid not null references accounts (id),
  note text check (length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  approved boolean
);
create unique index station_claims_pending on station_claims (station_id, account_id)
  where decided_at is null;
create index station_claims_account on station_claims (account_id, created_at);
