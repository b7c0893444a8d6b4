-- Accounts of people: roles, e-mail addresses, passkeys, sessions of the web page and links to sign in.

alter table accounts
  add column role text not null default 'user' check (role in ('user', 'operator')),
  -- Verified: it is set by a link that was sent to it, or by the operator's invitation.
  add column email text check (length(email) between 3 and 254),
  add column preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 8192),
  add column appears_offline boolean not null default false;
create unique index accounts_email on accounts (lower(email)) where email is not null;
create index accounts_operators on accounts (id) where role = 'operator';

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  -- base64url, as browsers send it.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE (RFC 9052).
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often the authenticator has signed; many authenticators always send 0.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  name text not null check (length(name) between 1 and 64),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, created_at);

-- Sessions of the web page, opened by signing in. Only the SHA-256 of a cookie is stored.
create table web_sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  id_hash bytea not null unique check (octet_length(id_hash) = 32),
  -- The value before the present one; accepted until the browser has shown that it has the present one.
  previous_hash bytea check (octet_length(previous_hash) = 32),
  -- All JWTs of the session have this id, so one row of revoked_tokens ends them.
  token_id text not null unique default gen_random_uuid()::text,
  -- The key of the HMAC that is its CSRF token.
  csrf_key bytea not null check (octet_length(csrf_key) = 32),
  user_agent text check (length(user_agent) between 1 and 64),
  created_at timestamptz not null default now(),
  signed_in_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index web_sessions_account on web_sessions (account_id, created_at);
create index web_sessions_previous on web_sessions (previous_hash) where previous_hash is not null;
create index web_sessions_used on web_sessions (last_used_at);

-- Ends sessions of the web page: their cookies open nothing, and their JWTs are refused.
create function end_web_sessions(ids uuid[]) returns bigint language plpgsql as $$
declare
  ended bigint;
begin
  -- A JWT is valid for less than a day.
  insert into revoked_tokens (token_id, expires_at)
  select token_id, now() + interval '1 day' from web_sessions where id = any(ids)
  on conflict do nothing;
  delete from web_sessions where id = any(ids);
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Opens a session of an account, and ends the one that the browser had before. Of too many the oldest
-- end. Returns null if the account may not sign in.
create function open_web_session(
  opener uuid, hash bytea, earlier bytea, csrf bytea, agent text, ends timestamptz, sessions_max integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  perform end_web_sessions(array(
    select id from web_sessions where id_hash = earlier or previous_hash = earlier
  ));
  insert into web_sessions (account_id, id_hash, csrf_key, user_agent, ends_at)
  select id, hash, csrf, agent, ends from accounts
  where id = opener and ended_at is null and banned_at is null
  returning id into made;
  if made is null then return null; end if;
  perform end_web_sessions(array(
    select id from web_sessions where account_id = opener and id <> made
    order by created_at desc offset sessions_max - 1
  ));
  return made;
end
$$;

-- Links that were sent or given to somebody, who signs in by them once. Only the SHA-256 is stored.
create table sign_in_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind text not null check (kind in ('sign-in', 'sign-up', 'invitation', 'email-change')),
  -- The account that it opens; null for an account that is to be made.
  account_id uuid references accounts (id),
  -- The name that was asked for.
  username text check (username ~ '^[a-z0-9_-]{3,32}$'),
  email text check (length(email) between 3 and 254),
  -- The invitation with which a sign-up was asked for; it is spent together with the link.
  invitation_hash bytea check (octet_length(invitation_hash) = 32),
  -- The SHA-256 of the cookie of the browser that asked for the link.
  browser_hash bytea check (octet_length(browser_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_account on sign_in_links (account_id) where account_id is not null;
create index sign_in_links_email on sign_in_links (lower(email)) where email is not null;
create index sign_in_links_expiry on sign_in_links (expires_at);

-- Challenges that passkeys sign, each once. Only the SHA-256 is stored.
create table sign_in_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  kind text not null check (kind in ('sign-in', 'sign-up', 'add')),
  -- The SHA-256 of the cookie of the browser that asked for it.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  -- The account that gets the passkey; of a sign-up the id that the account will have.
  account_id uuid,
  username text check (username ~ '^[a-z0-9_-]{3,32}$'),
  invitation_hash bytea check (octet_length(invitation_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

-- Spends an invitation to make an account. Returns its e-mail address in a row; no row if it is not valid.
create function spend_invitation(hash bytea) returns table (email text) language sql as $$
  update sign_in_links set used_at = now()
  where token_hash = hash and kind = 'invitation' and account_id is null
    and used_at is null and expires_at > now()
  returning sign_in_links.email;
$$;

-- Makes the account of a sign-up. Returns 'made', 'name-taken', 'email-taken' or 'invitation-used'; if it is not
-- made, nothing has changed, neither has the invitation been spent.
create function make_account(made uuid, named text, address text, invitation bytea) returns text
language plpgsql as $$
declare
  invited_address text;
begin
  if invitation is not null then
    select email into invited_address from spend_invitation(invitation);
    if not found then return 'invitation-used'; end if;
  end if;
  begin
    insert into accounts (id, username, email) values (made, named, coalesce(address, invited_address));
  exception when unique_violation then
    if invitation is not null then
      update sign_in_links set used_at = null where token_hash = invitation;
    end if;
    if exists (select 1 from accounts where lower(username) = lower(named)) then return 'name-taken'; end if;
    return 'email-taken';
  end;
  return 'made';
end
$$;

-- Makes an account with its first passkey. Returns what make_account returns, or 'passkey-known'.
create function sign_up_by_passkey(
  made uuid, named text, invitation bytea,
  credential text, key bytea, signatures bigint, ways text[], key_name text
) returns text language plpgsql as $$
declare
  result text;
begin
  if exists (select 1 from passkeys where credential_id = credential) then return 'passkey-known'; end if;
  result := make_account(made, named, null, invitation);
  if result = 'made' then
    insert into passkeys (account_id, credential_id, public_key, counter, transports, name, last_used_at)
    values (made, credential, key, signatures, ways, key_name, now());
  end if;
  return result;
end
$$;

-- Adds a passkey to an account unless it has passkeys_max. Returns null then, and for a known passkey.
create function add_passkey(
  owner uuid, credential text, key bytea, signatures bigint, ways text[], key_name text, passkeys_max integer
) returns uuid language plpgsql as $$
declare
  added uuid;
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  if not found then return null; end if;
  insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
  select owner, credential, key, signatures, ways, key_name
  where passkeys_max > (select count(*) from passkeys where account_id = owner)
  on conflict (credential_id) do nothing
  returning id into added;
  return added;
end
$$;

-- Returns how many ways to sign in an account has: passkeys, its e-mail address, identities at issuers.
create function count_ways_in(owner uuid) returns bigint language sql stable as $$
  select (select count(*) from passkeys where account_id = owner)
    + (select count(*) from accounts where id = owner and email is not null)
    + (select count(*) from external_identities where account_id = owner);
$$;

-- Removes a passkey unless it is the last way in. Returns 'removed', 'unknown' or 'last'.
create function remove_passkey(owner uuid, passkey uuid) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = owner for update;
  perform 1 from passkeys where id = passkey and account_id = owner;
  if not found then return 'unknown'; end if;
  if count_ways_in(owner) <= 1 then return 'last'; end if;
  delete from passkeys where id = passkey and account_id = owner;
  return 'removed';
end
$$;

-- Removes the e-mail address of an account unless it is the last way in. Returns 'removed' or 'last'.
create function remove_email(owner uuid) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = owner for update;
  if count_ways_in(owner) <= 1 then return 'last'; end if;
  update accounts set email = null where id = owner;
  return 'removed';
end
$$;

-- Spends a link. Returns one row: what happened ('opened', 'made', 'changed', 'used', 'expired', 'unknown',
-- 'name-taken', 'email-taken', 'invitation-used', 'name-needed', 'passkey-needed'), and the account. The link is spent only if it
-- was 'opened', 'made' or 'changed'.
create function spend_link(hash bytea, chosen text) returns table (result text, account uuid)
language plpgsql as $$
declare
  link sign_in_links;
  made uuid := gen_random_uuid();
  wanted text;
  status text;
begin
  select * into link from sign_in_links where token_hash = hash for update;
  if not found then return query select 'unknown', null::uuid; return; end if;
  if link.used_at is not null then return query select 'used', null::uuid; return; end if;
  if link.expires_at <= now() then return query select 'expired', null::uuid; return; end if;
  if link.kind = 'email-change' then
    begin
      update accounts set email = link.email where id = link.account_id and ended_at is null;
    exception when unique_violation then
      return query select 'email-taken', null::uuid; return;
    end;
    status := 'changed';
  elsif link.account_id is not null then
    status := 'opened';
  else
    -- An account that is made without an address has a passkey.
    if link.email is null then return query select 'passkey-needed', null::uuid; return; end if;
    wanted := coalesce(chosen, link.username);
    if wanted is null then return query select 'name-needed', null::uuid; return; end if;
    status := make_account(made, wanted, link.email, link.invitation_hash);
    if status <> 'made' then return query select status, null::uuid; return; end if;
  end if;
  update sign_in_links set used_at = now() where token_hash = hash;
  return query select status, coalesce(link.account_id, made);
end
$$;

-- Tables with rows of an account, which its erasure deletes. A migration that adds such a table adds a row
-- here; it need not change the function.
create table account_tables (
  table_name text not null,
  -- The column with the account's id.
  column_name text not null,
  -- The name in the counts of an erasure.
  counted_as text not null,
  primary key (table_name, column_name)
);
insert into account_tables values
  ('station_claims', 'account_id', 'claims'),
  ('chat_blocks', 'user_id', 'blocks'),
  ('chat_blocks', 'blocked_id', 'blocks'),
  ('external_identities', 'account_id', 'identities'),
  ('eligibility_overrides', 'account_id', 'overrides'),
  ('chat_threads', 'user_id', 'threads'),
  ('notifications', 'user_id', 'notifications'),
  ('passkeys', 'account_id', 'passkeys'),
  ('sign_in_links', 'account_id', 'links'),
  ('sign_in_challenges', 'account_id', 'challenges');

create or replace function begin_account_erasure(account uuid) returns uuid language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  begun uuid;
  counted jsonb := '{}';
  n bigint;
  listed account_tables;
begin
  perform 1 from accounts where id = account for update;
  if not found then return null; end if;
  select id into begun from erasures where kind = 'account' and object_id = account::text;
  if found then return begun; end if;
  perform end_sessions(array(select id from sessions where account_id = account and ended_at is null));
  delete from sessions where account_id = account;
  get diagnostics n = row_count;
  n := n + end_web_sessions(array(select id from web_sessions where account_id = account));
  counted := counted || jsonb_build_object('sessions', n);
  update api_keys set revoked_at = coalesce(revoked_at, now()), label = null, hint = '', last_used_at = null,
    key_hash = sha256(convert_to(id::text, 'UTF8'))
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('keys', n);
  -- Keys of the stations belong to their owner; the stations feed on without.
  delete from station_keys where station_id in (select id from stations where account_id = account);
  update stations set account_id = null, latitude = null, longitude = null, country_code = null,
    shows_exact_position = false, key_policy = 'any', updated_at = now()
  where account_id = account;
  get diagnostics n = row_count;
  counted := counted || jsonb_build_object('stations', n);
  for listed in select * from account_tables order by table_name, column_name loop
    n := erase_rows(listed.table_name, listed.column_name, account::text)
      + coalesce((counted->>listed.counted_as)::bigint, 0);
    counted := counted || jsonb_build_object(listed.counted_as, n);
  end loop;
  -- Links that were asked for with its address belong to no account yet.
  delete from sign_in_links where lower(email) = (select lower(email) from accounts where id = account);
  update chat_reports set note = null where reporter_id = account;
  update accounts set username = 'erased-' || account, ended_at = now(), erased_at = now(), role = 'user',
    email = null, preferences = '{}', appears_offline = false
  where id = account;
  insert into erasures (kind, object_id, counts) values ('account', account::text, counted)
  returning id into begun;
  return begun;
end
$$;
