-- The schema, by topic, each after the topics that it refers to: accounts and keys; sessions and sign-in; stations; ownership of stations;
-- messages; airframes, flights and reference data; positions and tallies; chat and notifications; alert rules; mails; redactions and
-- erasures; operations; canary messages.
--
-- Functions do work of several steps in one statement, so that a connection that is lost half-way leaves nothing. Those with
-- `security definer` run as the owner of the tables, for callers that may not change these tables otherwise. Their search path is fixed, so
-- that a caller cannot substitute a table, and nobody may execute them without a grant (src/roles).
--
-- Advisory locks: 5917001 migrations, 5917002 partitions, 5917003 alerts and redactions, 5917004 new alert rules, 5917045 canary.

-- Trigrams find a part of a text. The extension comes with Postgres and needs no superuser.
create extension if not exists pg_trgm;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Accounts and keys
--------------------------------------------------------------------------------------------------------------------------------------------

-- Accounts own stations and keys. The id of an account is the userId of the realtime interface.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  username text not null check (username ~ '^[A-Za-z0-9_.-]{1,64}$'),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Excluded from chat, presence and notifications; keys and the own feed remain.
  banned_at timestamptz,
  -- An erased account has no name; the row remains, because the chat messages of others refer to it.
  erased_at timestamptz,
  role text not null default 'user' check (role in ('user', 'operator')),
  email text check (length(email) between 3 and 254),
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 8192),
  appears_offline boolean not null default false,
  -- When somebody proved that the address is theirs, by a link that was sent to it. An address that an invitation
  -- names is not confirmed until then.
  email_confirmed_at timestamptz
);
create unique index accounts_username on accounts (lower(username));
-- Finds users by the beginning of their name.
create index accounts_name_prefix on accounts (lower(username) text_pattern_ops) where ended_at is null;
create unique index accounts_email on accounts (lower(email)) where email is not null;
create index accounts_operators on accounts (id) where role = 'operator';
create index accounts_shut_out on accounts (greatest(ended_at, banned_at))
  where ended_at is not null or banned_at is not null;

-- A new address is not confirmed, unless the same statement confirms it.
create function forget_confirmation() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email and new.email_confirmed_at is not distinct from old.email_confirmed_at then
    new.email_confirmed_at := null;
  end if;
  return new;
end
$$;
create trigger accounts_forget_confirmation before update of email on accounts
  for each row execute function forget_confirmation();

-- Returns whether a name is taken, also by an account that has ended, or is one that others would take for the
-- operator's. Hyphens and underscores make no other name of it.
create function is_username_taken(named text) returns boolean language sql stable as $$
  select translate(lower(named), '-_', '') = any(array[
      'abuse', 'admin', 'administrator', 'help', 'hostmaster', 'jetwire', 'moderator', 'operator', 'postmaster',
      'root', 'security', 'staff', 'support', 'system', 'webmaster'
    ])
    or exists (select 1 from accounts where lower(username) = lower(named));
$$;

-- Tables with rows of an account, which its erasure deletes. A migration that adds such a table adds a row here; it
-- need not change the function.
create table account_tables (
  table_name text not null,
  -- The column with the account's id.
  column_name text not null,
  -- The name in the counts of an erasure.
  counted_as text not null,
  primary key (table_name, column_name)
);
insert into account_tables values
  ('alert_rules', 'account_id', 'alertRules'),
  ('chat_blocks', 'blocked_id', 'blocks'),
  ('chat_blocks', 'user_id', 'blocks'),
  ('chat_threads', 'user_id', 'threads'),
  ('eligibility_overrides', 'account_id', 'overrides'),
  ('external_identities', 'account_id', 'identities'),
  ('mails', 'account_id', 'mails'),
  ('notifications', 'user_id', 'notifications'),
  ('passkeys', 'account_id', 'passkeys'),
  ('planned_erasures', 'account_id', 'plannedErasures'),
  ('sign_in_challenges', 'account_id', 'challenges'),
  ('sign_in_links', 'account_id', 'links'),
  ('station_claims', 'account_id', 'claims');

create table tiers (
  name text primary key,
  requests_per_minute integer not null check (requests_per_minute > 0)
);
-- `starter` is the tier of keys that an account may issue as soon as it has a station. The operator may remove it.
insert into tiers (name, requests_per_minute) values ('feeder', 60), ('starter', 30);

-- Only the SHA-256 of a key is stored.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  tier text not null references tiers (name),
  key_hash bytea not null unique,
  -- The first characters, by which its owner recognizes a key.
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The name that its owner gave it.
  label text check (length(label) between 1 and 64),
  -- How many days before its expiry its owner was warned last.
  warned_days integer,
  -- What the key may be used for.
  scopes text[] not null default '{read,feed}'
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'feed', 'manage', 'operate'])
);
create index api_keys_account on api_keys (account_id);
create index api_keys_ending on api_keys (expires_at) where expires_at is not null and revoked_at is null;

-- Issues a key, unless the account has keys_max active ones, or tier_max of that tier: an account has one starter key.
-- Null stands for no limit. The row lock orders concurrent calls.
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

-- Keys that sign session tokens. A new one is published to verifiers before it signs, and an old one until its last
-- token has expired: retired_at may be in the future.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  signs_from timestamptz not null default now()
);
-- Private halves are stored encrypted: {"enc", "secret", "iv", "ciphertext", "tag"}. The constraint is not validated,
-- because keys in clear that are older remain valid until rest encrypts them at its next start.
alter table signing_keys add constraint signing_keys_sealed
  check (private_jwk ? 'ciphertext' and not private_jwk ? 'd') not valid;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Sessions and sign-in
--------------------------------------------------------------------------------------------------------------------------------------------

-- Session tokens that are refused, until they would have expired anyway.
create table revoked_tokens (
  token_id text primary key check (length(token_id) between 1 and 128),
  revoked_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index revoked_tokens_time on revoked_tokens (revoked_at);
create index revoked_tokens_past on revoked_tokens (expires_at);

-- Sessions of signed-in users, renewed by refresh tokens, each of which works once.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  -- The API key that opened it, and with which it ends.
  key_id uuid references api_keys (id),
  created_at timestamptz not null default now(),
  -- It is not renewed beyond this time.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (account_id, created_at);
create index sessions_key on sessions (key_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Tokens that a session was given, each with the refresh token that renews it, of which only the SHA-256 is stored.
create table session_tokens (
  refresh_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  token_id text not null unique check (length(token_id) between 1 and 128),
  token_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  -- When the refresh token was exchanged for the next.
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_past on session_tokens (greatest(refresh_expires_at, token_expires_at));

-- Ends sessions: they are not renewed any more, and their tokens are refused.
create function end_sessions(ids uuid[]) returns void language sql as $$
  insert into revoked_tokens (token_id, expires_at)
  select token_id, token_expires_at from session_tokens
  where session_id = any(ids) and token_expires_at > now()
  on conflict do nothing;
  update sessions set ended_at = now() where id = any(ids) and ended_at is null;
$$;

-- Opens a session of a key's account. Deletes sessions that have expired, and ends the oldest of too many.
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

-- Exchanges a refresh token for the next. If one comes again, two clients have it, so the session ends; within the
-- grace it is the same client, whose answer was lost.
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

-- Returns the scopes of the key that opened the session of a token; null if no key did. Gateways may not read the tables
-- of sessions themselves.
create function key_scopes_of(token text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select k.scopes from session_tokens st
  join sessions s on s.id = st.session_id
  join api_keys k on k.id = s.key_id
  where st.token_id = token
$$;
revoke execute on function key_scopes_of(text) from public;

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

-- Ends sessions of the web page: their cookies and their JWTs are refused.
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

-- Opens a session of an account, and ends the one that the browser had before and the oldest of too many. Returns null
-- if the account may not sign in.
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

-- Who somebody is at another issuer of tokens: linked by the operator, or by signing in at a provider (OpenID Connect).
-- Tokens are accepted by it, so services may not change it, except by the functions below.
create table external_identities (
  issuer text not null check (length(issuer) between 1 and 255),
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  -- Names it to its user, who may remove it.
  id uuid not null default gen_random_uuid() unique,
  primary key (issuer, subject)
);
create index external_identities_account on external_identities (account_id);

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
  used_at timestamptz,
  -- Since then its user has signed out everywhere, or has another address.
  withdrawn_at timestamptz
);
create index sign_in_links_account on sign_in_links (account_id) where account_id is not null;
create index sign_in_links_email on sign_in_links (lower(email)) where email is not null;
create index sign_in_links_expiry on sign_in_links (expires_at);

-- Challenges that passkeys sign, and states of sign-ins at providers, each once. Only the SHA-256 is stored.
create table sign_in_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  kind text not null check (kind in ('sign-in', 'sign-up', 'add', 'provider')),
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
  if is_username_taken(named) then return 'name-taken'; end if;
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

-- Makes an account with an identity. Returns what make_account returns, or 'identity-known'.
create function sign_up_by_identity(made uuid, named text, invitation bytea, iss text, sub text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  result text;
begin
  if exists (select 1 from external_identities where issuer = iss and subject = sub) then
    return 'identity-known';
  end if;
  result := make_account(made, named, null, invitation);
  if result = 'made' then
    insert into external_identities (issuer, subject, account_id) values (iss, sub, made);
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

-- Links an identity to an account. Returns 'linked', 'known' if it was, 'other' if another account has it, or
-- 'too-many'.
create function link_identity(owner uuid, iss text, sub text, identities_max integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  linked_to uuid;
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  if not found then return 'other'; end if;
  select account_id into linked_to from external_identities where issuer = iss and subject = sub;
  if linked_to is not null then return case when linked_to = owner then 'known' else 'other' end; end if;
  if (select count(*) from external_identities where account_id = owner) >= identities_max then
    return 'too-many';
  end if;
  insert into external_identities (issuer, subject, account_id) values (iss, sub, owner)
  on conflict do nothing;
  return case when found then 'linked' else 'other' end;
end
$$;

-- Withdraws the unused links of an account: those that sign in to it, and those that change its address. The
-- account is locked first, as in spend_link, so that both cannot wait for each other.
create function withdraw_links(owner uuid) returns bigint language plpgsql as $$
declare
  withdrawn bigint;
begin
  perform 1 from accounts where id = owner for update;
  update sign_in_links set withdrawn_at = now()
  where account_id = owner and used_at is null and withdrawn_at is null;
  get diagnostics withdrawn = row_count;
  return withdrawn;
end
$$;

-- Spends a link. Returns one row: what happened ('opened', 'made', 'changed', 'used', 'expired', 'withdrawn',
-- 'unknown', 'name-taken', 'email-taken', 'invitation-used', 'name-needed', 'passkey-needed'), and the account. The
-- link is spent only if it was 'opened', 'made' or 'changed'. A change of the address withdraws all other links of
-- the account.
create function spend_link(hash bytea, chosen text) returns table (result text, account uuid)
language plpgsql as $$
declare
  link sign_in_links;
  made uuid := gen_random_uuid();
  wanted text;
  status text;
begin
  perform 1 from accounts where id = (select account_id from sign_in_links where token_hash = hash) for update;
  select * into link from sign_in_links where token_hash = hash for update;
  if not found then return query select 'unknown', null::uuid; return; end if;
  if link.used_at is not null then return query select 'used', null::uuid; return; end if;
  if link.withdrawn_at is not null then return query select 'withdrawn', null::uuid; return; end if;
  if link.expires_at <= now() then return query select 'expired', null::uuid; return; end if;
  if link.kind = 'email-change' then
    begin
      update accounts set email = link.email, email_confirmed_at = now()
      where id = link.account_id and ended_at is null;
    exception when unique_violation then
      return query select 'email-taken', null::uuid; return;
    end;
    status := 'changed';
  elsif link.account_id is not null then
    if link.kind = 'sign-in' and link.email is not null then
      -- The address may have changed between the request for the link and its making.
      update accounts set email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = link.account_id and lower(email) = lower(link.email);
      if not found then return query select 'withdrawn', null::uuid; return; end if;
    end if;
    status := 'opened';
  else
    -- An account that is made without an address has a passkey.
    if link.email is null then return query select 'passkey-needed', null::uuid; return; end if;
    wanted := coalesce(chosen, link.username);
    if wanted is null then return query select 'name-needed', null::uuid; return; end if;
    status := make_account(made, wanted, link.email, link.invitation_hash);
    if status <> 'made' then return query select status, null::uuid; return; end if;
    update accounts set email_confirmed_at = now() where id = made and link.kind = 'sign-up';
  end if;
  update sign_in_links set used_at = now() where token_hash = hash;
  if status = 'changed' then perform withdraw_links(link.account_id); end if;
  return query select status, coalesce(link.account_id, made);
end
$$;

-- Returns how many ways to sign in to an account work: passkeys and a confirmed address, if the service has been
-- set up for them, and identities at its providers. It leaves out the passkey or identity with the id `left_out`.
create function count_ways_in(
  owner uuid, left_out uuid, passkeys_work boolean, mail_works boolean, issuers text[]
) returns bigint language sql stable as $$
  select (select count(*) from passkeys p
      where passkeys_work and p.account_id = owner and p.id is distinct from left_out)
    + (select count(*) from accounts a
      where mail_works and a.id = owner and a.email is not null and a.email_confirmed_at is not null)
    + (select count(*) from external_identities e
      where e.account_id = owner and e.issuer = any(issuers) and e.id is distinct from left_out);
$$;

-- Removes a passkey unless no other way in works. Returns 'removed', 'unknown' or 'last'.
create function remove_passkey(
  owner uuid, passkey uuid, passkeys_work boolean, mail_works boolean, issuers text[]
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = owner for update;
  perform 1 from passkeys where id = passkey and account_id = owner;
  if not found then return 'unknown'; end if;
  if count_ways_in(owner, passkey, passkeys_work, mail_works, issuers) = 0 then return 'last'; end if;
  delete from passkeys where id = passkey and account_id = owner;
  return 'removed';
end
$$;

-- Removes the e-mail address of an account unless no other way in works, and withdraws its links. Returns 'removed'
-- or 'last'.
create function remove_email(owner uuid, passkeys_work boolean, issuers text[]) returns text
language plpgsql as $$
begin
  perform 1 from accounts where id = owner for update;
  if count_ways_in(owner, null, passkeys_work, false, issuers) = 0 then return 'last'; end if;
  update accounts set email = null where id = owner;
  perform withdraw_links(owner);
  return 'removed';
end
$$;

-- Removes an identity unless no other way in works. Returns 'removed', 'unknown' or 'last'.
create function remove_identity(
  owner uuid, identity uuid, passkeys_work boolean, mail_works boolean, issuers text[]
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from accounts where id = owner for update;
  perform 1 from external_identities where id = identity and account_id = owner;
  if not found then return 'unknown'; end if;
  if count_ways_in(owner, identity, passkeys_work, mail_works, issuers) = 0 then return 'last'; end if;
  delete from external_identities where id = identity and account_id = owner;
  return 'removed';
end
$$;
revoke execute on function sign_up_by_identity(uuid, text, bytea, text, text), link_identity(uuid, text, text, integer),
  remove_identity(uuid, uuid, boolean, boolean, text[]) from public;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Stations
--------------------------------------------------------------------------------------------------------------------------------------------

-- Receivers. They register themselves with their first message.
create table stations (
  id integer generated always as identity primary key,
  ident text not null unique check (length(ident) between 1 and 64),
  -- The owner; null if nobody has claimed it.
  account_id uuid references accounts (id),
  source_type text,
  country_code text,
  latitude double precision,
  longitude double precision,
  shows_exact_position boolean not null default false,
  hidden boolean not null default false,
  simulated boolean not null default false,
  first_received_at timestamptz,
  last_received_at timestamptz,
  messages_count bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What happens to messages without a valid key, once the station has one: `any` accepts and flags them, `required`
  -- refuses them.
  key_policy text not null default 'any' check (key_policy in ('any', 'required')),
  -- It registered itself and has not sent on three days yet; it has no owner.
  provisional boolean not null default false,
  -- Days on which messages were received, counted up to three while the station is provisional.
  received_days smallint not null default 0,
  erased_at timestamptz,
  -- Whether other users see who the owner is and may write to them.
  accepts_messages boolean not null default false,
  -- Sends canary messages: it is in no list, count or statistic.
  canary boolean not null default false,
  -- Whether the owner has proven the station; if not, it was claimed provisionally, in its first days.
  owner_proven boolean not null default true,
  -- Whether the account of the last owner was erased: the operator alone gives the station away.
  owner_erased boolean not null default false
);
create index stations_account on stations (account_id) where account_id is not null;
create index stations_updated on stations (updated_at);
-- All readers of messages ask for them every second.
create index stations_hidden on stations (id) where hidden;
create index stations_provisional on stations (id) where provisional;
create index stations_canary on stations (id) where canary;

-- What remains of an ident without what the eye does not tell apart: case, forms of one character (NFKC), kinds of
-- dashes, Cyrillic and Greek letters that look like Latin ones, spaces, and a `~` at the end. A new ident is compared
-- by it; idents of stations stay as they are. It does not depend on the locale of the database.
create function fold_ident(ident text) returns text language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select translate(
    regexp_replace(lower(normalize(ident, NFKC) collate "C"), '\s|~+$', '', 'g'),
    U&'\2010\2012\2013\2014\2015\2212' ||
      U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0456\0458\0455' ||
      U&'\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0423\0425\0406\0408\0405' ||
      U&'\03B1\03B2\03B5\03B6\03B7\03B9\03BA\03BC\03BD\03BF\03C1\03C4\03C5\03C7' ||
      U&'\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7',
    '------' || replace('a b e k m h o p c t y x i j s a b e k m h o p c t y x i j s a b e z h i k m n o p t y x a b e z h i k m n o p t y x', ' ', '')
  )
$$;
create index stations_folded on stations (fold_ident(ident));

-- Keys by which stations prove their messages. Only the SHA-256 of a key is stored.
create table station_keys (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id) on delete cascade,
  key_hash bytea not null unique,
  -- The first characters, by which its owner recognizes a key.
  hint text not null,
  label text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index station_keys_active on station_keys (station_id) where revoked_at is null;

-- Issues a key of a station; with an owner only if the station is that account's. Returns null if there is no such
-- station, or if it has keys_max active keys. The row lock orders concurrent calls.
create function issue_station_key(
  station integer, owner uuid, hash bytea, shown text, name text, keys_max integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  update stations set updated_at = now()
  where id = station and (owner is null or account_id = owner);
  if not found then return null; end if;
  insert into station_keys (station_id, key_hash, hint, label)
  select station, hash, shown, name
  where (
    select count(*) from station_keys where station_id = station and revoked_at is null
  ) < keys_max
  returning id into made;
  return made;
end
$$;

-- Whether a claimed station feeds, as its owner was last notified.
create table station_states (
  station_id integer primary key references stations (id),
  online boolean not null,
  since timestamptz not null,
  -- Since when messages of an offline one are received again.
  back_since timestamptz
);

-- The time since which messages have been received without a gap: silence before it may be our own. One row.
create table reception_uptime (
  id boolean primary key default true check (id),
  since timestamptz not null,
  -- When a message was last received, as far as this was examined.
  last_received_at timestamptz not null
);

-- What each claimed station lacked for a feeder key when that was last computed.
create table station_eligibility (
  station_id integer primary key references stations (id) on delete cascade,
  -- Of visible, active, days.
  lacks text[] not null,
  computed_at timestamptz not null
);

-- Accounts of which the operator has decided whether they may issue themselves feeder keys, whatever their stations lack.
create table eligibility_overrides (
  account_id uuid primary key references accounts (id),
  eligible boolean not null,
  -- For operators alone.
  reason text check (length(reason) between 1 and 500),
  -- Null for good.
  until timestamptz,
  set_at timestamptz not null default now()
);

-- What ingest refused of a station, by day and reason.
create table station_rejects (
  station_id integer not null references stations (id) on delete cascade,
  day date not null,
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  -- What was wrong with the last one; it contains nothing of the message.
  detail text not null,
  primary key (station_id, day, reason)
);
create index station_rejects_day on station_rejects (day);

-- What ingest refused of a network, by day. The network is a keyed hash.
create table network_rejects (
  network bytea not null,
  day date not null,
  -- The ident that the objects name; empty for none.
  ident text not null check (length(ident) <= 64),
  reason text not null,
  count bigint not null,
  last_at timestamptz not null,
  -- What was wrong with the last one; it contains nothing of the object.
  detail text not null,
  primary key (network, day, ident, reason)
);
create index network_rejects_day on network_rejects (day);

-- Addresses and idents that an operator has blocked. An address is an IPv4 address or an IPv6 /64.
create table sender_blocks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('address', 'ident')),
  value text not null check (length(value) between 1 and 100),
  reason text,
  blocked_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- How much it has refused.
  hits bigint not null default 0,
  unique (kind, value)
);

--------------------------------------------------------------------------------------------------------------------------------------------
-- Ownership of stations. The functions that give a station away run as the owner of the tables, so that their callers cannot do it otherwise.
--------------------------------------------------------------------------------------------------------------------------------------------

-- From which networks a station's messages came, by day. The network is a keyed hash, empty for all further ones of a
-- day. What speaks for a claim is in how many hours, on how many days a network sent under the ident, and whether
-- another one sent before. The number of messages says nothing: many can be sent in seconds.
create table station_sources (
  station_id integer not null references stations (id) on delete cascade,
  day date not null,
  network bytea not null,
  -- 0 in all new rows.
  messages bigint not null default 0,
  -- One bit for each hour of the day (UTC) with messages.
  hours integer not null default 0,
  -- When the network sent first under the ident, carried from day to day while it keeps sending.
  first_at timestamptz not null default now(),
  primary key (station_id, day, network)
);
create index station_sources_day on station_sources (day, network);

-- Requests for a station that exists, until they are proven or the operator has decided.
create table station_claims (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id),
  account_id uuid not null references accounts (id),
  note text check (length(note) between 1 and 500),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  approved boolean,
  -- The keyed hash of the network by which the claimant proves it, until it is decided.
  network bytea,
  -- Since when the claimant has the station provisionally.
  provisional_at timestamptz
);
create unique index station_claims_pending on station_claims (station_id, account_id) where decided_at is null;
create index station_claims_account on station_claims (account_id, created_at);
-- A claim can be disputed even if the station has passed from the claimant to others.
create index station_claims_approved on station_claims (station_id, decided_at) where approved;
create index station_claims_network on station_claims (id) where network is not null;

-- Codes by which an account proves a station from the network of its feeder. Each succeeds once.
create table claim_codes (
  code_hash bytea primary key,
  claim_id uuid not null references station_claims (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index claim_codes_claim on claim_codes (claim_id);
create index claim_codes_expiry on claim_codes (expires_at);

-- Says of a station that it belongs to somebody else. It comes from a network that the station sends from, without an
-- account, and waits for the operator.
create table claim_disputes (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id) on delete cascade,
  -- The owner, also after a transfer.
  account_id uuid not null references accounts (id),
  -- The share, 0 to 1, of the station's messages of 7 days that came from the network.
  share float8 not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Whether the owner lost the station.
  upheld boolean
);
create unique index claim_disputes_open on claim_disputes (station_id) where decided_at is null;
create index claim_disputes_account on claim_disputes (account_id);

-- Stations that an owner wants to give to another user, until that user accepts and the transfer is due.
create table station_transfers (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null unique references stations (id) on delete cascade,
  from_account uuid not null references accounts (id),
  to_account uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it takes effect; null until it is accepted.
  due_at timestamptz
);
create index station_transfers_from on station_transfers (from_account);
create index station_transfers_to on station_transfers (to_account);
create index station_transfers_expiry on station_transfers (expires_at);
create index station_transfers_due on station_transfers (due_at) where due_at is not null;

-- Adds a claim that waits, unless the account has so many for other stations. The account is locked, so that claims
-- made at the same time are counted. Returns 'added'; 'known' if the claim waits already; 'too-many'.
create function add_claim(
  claim uuid, station integer, claimant uuid, claim_note text, pending_max integer
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = claimant for update;
  if exists (
    select from station_claims c
    where c.station_id = station and c.account_id = claimant and c.decided_at is null
  ) then
    return 'known';
  end if;
  -- Provisional ones are limited by what their networks send.
  if pending_max <= (
    select count(*) from station_claims c
    where c.account_id = claimant and c.decided_at is null and c.provisional_at is null
  ) then
    return 'too-many';
  end if;
  insert into station_claims (id, station_id, account_id, note)
  values (claim, station, claimant, claim_note);
  return 'added';
end
$$;

-- What a network has sent under the ident of a station, and what that proves: `proven`, `provisional`, or the reason
-- why nothing. Networks that were counted together have the empty hash, and are another network.
create function judge_network(station integer, of_network bytea)
returns table (hours integer, days integer, share float8, first_at timestamptz, result text)
language sql stable set search_path = public, pg_temp as $$
  with by_day as (
    select bit_or(n.hours) filter (where n.network = of_network) as own, bit_or(n.hours) as of_all
    from station_sources n where n.station_id = station group by n.day
  ), counted as (
    select coalesce(sum(bit_count(own::bit(24))), 0)::integer as hours, count(*) filter (where own > 0)::integer as days,
      sum(bit_count(of_all::bit(24)))::float8 as all_hours
    from by_day
  ), began as (
    select min(n.first_at) filter (where n.network = of_network) as own,
      min(n.first_at) filter (where n.network <> of_network) as others
    from station_sources n where n.station_id = station
  ), known as (
    select s.*, greatest(s.created_at, s.first_received_at) as began from stations s
    where s.id = station and s.erased_at is null and not s.canary
  )
  select c.hours, c.days, c.hours / nullif(c.all_hours, 0), b.own, case
      when k.id is null then 'unknown'
      when b.own is null then 'no-messages'
      when k.owner_erased then 'owner-erased'
      -- Also if nobody knows any more who sent before.
      when b.others <= b.own or b.own > k.began + interval '1 hour' then 'earlier-network'
      when exists (
        select from claim_disputes d where d.station_id = station and d.decided_at is null
      ) then 'disputed'
      when c.hours >= 72 and c.days >= 3 and c.hours >= 0.9 * c.all_hours then 'proven'
      when k.began > now() - interval '3 days' then 'provisional'
      when c.hours < 0.9 * c.all_hours then 'several-networks'
      else 'too-few-hours'
    end
  from counted c cross join began b left join known k on true
$$;

-- Gives a station to the account to whose claim the network proves it; provisionally, if it is in its first days. Claims
-- of others wait on. Returns `proven`, `provisional` or the reason why not.
create function prove_claim(claim uuid, from_network bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_station integer;
  current_owner record;
  claimant uuid;
  judged text;
begin
  -- The station before the claim, as an erasure and a decision take them.
  select c.station_id into of_station from station_claims c where c.id = claim;
  select s.account_id as id, s.owner_proven as proven into current_owner from stations s where s.id = of_station for update;
  select c.account_id into claimant
  from station_claims c join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null for update of c;
  if not found then return 'unknown'; end if;
  if current_owner.id is not null and (current_owner.proven or current_owner.id <> claimant) then return 'owned'; end if;
  select j.result into judged from judge_network(of_station, from_network) j;
  if judged = 'proven' or (judged = 'provisional' and current_owner.id is null) then
    update stations set account_id = claimant, owner_proven = judged = 'proven', provisional = false,
      updated_at = now()
    where id = of_station;
  end if;
  if judged = 'proven' then
    update station_claims set decided_at = now(), approved = true, network = null where id = claim;
  elsif judged in ('provisional', 'several-networks', 'too-few-hours') then
    -- More hours may prove it later.
    update station_claims set network = from_network,
      provisional_at = case when judged = 'provisional' then coalesce(provisional_at, now()) else provisional_at end
    where id = claim;
  end if;
  return judged;
end
$$;

-- Takes a station from its owner, with what the owner has set up that shuts others out.
create function release_station(station integer, loser uuid) returns void language plpgsql as $$
begin
  update stations s set account_id = null, owner_proven = true, key_policy = 'any', accepts_messages = false,
    updated_at = now()
  where s.id = station and s.account_id = loser;
  if not found then return; end if;
  update station_keys k set revoked_at = now() where k.station_id = station and k.revoked_at is null;
  delete from station_transfers t where t.station_id = station;
  update station_claims c set decided_at = now(), approved = false, network = null
  where c.station_id = station and c.account_id = loser and c.decided_at is null;
end
$$;

-- Decides a claim that waits, provisional ones too. Approved, the claimant gets the station, also from an owner who
-- has not proven it; rejected, a provisional owner loses it. Returns one row, with the account that lost the station;
-- no row if no such claim waits.
create function decide_claim(claim uuid, approve boolean)
returns table (
  result text, station integer, station_ident text, claimant uuid, claimant_name text, displaced uuid
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  current_owner record;
begin
  select c.station_id into station from station_claims c where c.id = claim;
  select s.account_id as id, s.owner_proven as proven, s.ident into current_owner from stations s
  where s.id = station for update;
  select c.account_id, a.username into claimant, claimant_name
  from station_claims c join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null
  for update of c;
  if not found then return; end if;
  station_ident := current_owner.ident;
  if approve and current_owner.id <> claimant and current_owner.proven then
    result := 'owned';
    return next;
    return;
  end if;
  result := 'decided';
  if approve then
    if current_owner.id <> claimant then
      perform release_station(station, current_owner.id);
      displaced := current_owner.id;
    end if;
    update stations s set account_id = claimant, owner_proven = true, owner_erased = false, provisional = false,
      updated_at = now()
    where s.id = station;
  elsif current_owner.id = claimant and not current_owner.proven then
    perform release_station(station, claimant);
  end if;
  update station_claims c set decided_at = now(), approved = approve, network = null where c.id = claim;
  return next;
end
$$;

-- Decides a dispute that waits. Upheld, the station has no owner any more, also if another account got it meanwhile from
-- the disputed one. Returns no row if no such dispute waits.
create function decide_dispute(dispute uuid, uphold boolean)
returns table (station integer, disputed uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- In the order of a transfer: it takes the offer, then the station, then the dispute.
  select d.station_id into station from claim_disputes d where d.id = dispute;
  perform 1 from station_transfers t where t.station_id = station for update;
  perform 1 from stations s where s.id = station for update;
  update claim_disputes d set decided_at = now(), upheld = uphold
  where d.id = dispute and d.decided_at is null
  returning d.station_id, d.account_id into station, disputed;
  if not found then return; end if;
  if uphold then perform release_station(station, disputed); end if;
  return next;
end
$$;

-- Offers a station to another user, in place of an earlier offer. Returns 'requested'; 'too-many' if so many are offered
-- to that user, counted after the lock; 'unknown-station' if it is not the giver's.
create function offer_station(
  offer uuid, station integer, giver uuid, taker uuid, incoming_max integer, open_days integer
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = taker for update;
  perform 1 from station_transfers t where t.station_id = station for update;
  perform 1 from stations where id = station and account_id = giver for update;
  if not found then return 'unknown-station'; end if;
  if incoming_max <= (
    select count(*) from station_transfers t
    where t.to_account = taker and t.expires_at > now() and t.station_id <> station
  ) then
    return 'too-many';
  end if;
  delete from station_transfers t where t.station_id = station;
  insert into station_transfers (id, station_id, from_account, to_account, expires_at)
  values (offer, station, giver, taker, now() + make_interval(days => open_days));
  return 'requested';
end
$$;

-- Gives a station to the user who has accepted it, once the transfer is due, with a dispute that waits. A transfer that
-- is due ends in any case. Returns null if it is not due, or the station or one of the users no longer exists.
create function accept_transfer(transfer uuid, recipient uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  accepted record;
begin
  delete from station_transfers
  where id = transfer and to_account = recipient and due_at <= now()
  returning station_id, from_account into accepted;
  if not found then return null; end if;
  perform 1 from accounts where id = recipient and ended_at is null for share;
  if not found then return null; end if;
  update stations set account_id = recipient, accepts_messages = false, updated_at = now()
  where id = accepted.station_id and account_id = accepted.from_account;
  if not found then return null; end if;
  update claim_disputes set account_id = recipient
  where station_id = accepted.station_id and decided_at is null;
  return accepted.station_id;
end
$$;

-- Transfers and disputes of an erased account or station end with it. Erasures run as the owner of the tables.
create function end_account_transfers() returns trigger language plpgsql as $$
begin
  delete from station_transfers where from_account = new.id or to_account = new.id;
  delete from claim_disputes where account_id = new.id;
  return null;
end
$$;
create function end_station_transfers() returns trigger language plpgsql as $$
begin
  delete from station_transfers where station_id = new.id;
  delete from claim_disputes where station_id = new.id;
  return null;
end
$$;
create trigger end_account_transfers after update of erased_at on accounts
  for each row when (new.erased_at is not null) execute function end_account_transfers();
create trigger end_station_transfers after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function end_station_transfers();

revoke execute on function prove_claim(uuid, bytea), release_station(integer, uuid), decide_claim(uuid, boolean),
  decide_dispute(uuid, boolean), accept_transfer(uuid, uuid), end_account_transfers(), end_station_transfers() from public;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Messages
--------------------------------------------------------------------------------------------------------------------------------------------

-- Messages, one partition for each day, by the time in the id. The id alone is the key.
create table messages (
  id uuid primary key,
  -- The id of the transmission's first reception.
  group_id uuid not null,
  received_at timestamptz not null,
  skewed boolean not null,
  created_at timestamptz not null,
  station_id integer not null,
  airframe_id uuid,
  flight_id uuid,
  flight_key text,
  source text not null,
  source_type text not null,
  link_direction text,
  from_hex text,
  to_hex text,
  frequency double precision,
  channel double precision,
  level double precision,
  error double precision,
  mode text,
  label text,
  block_id text,
  message_number text,
  ack text,
  tail text,
  flight_number text,
  body text,
  data text,
  departing_airport text,
  destination_airport text,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  -- Whether a station key proved the message; null if its station had no key.
  authenticated boolean,
  -- When the message was stored, if that is more than 30 s before or after the time in its id, because it was late or a
  -- clock was wrong. Null otherwise, so that the index stays almost empty.
  stored_at timestamptz,
  -- What the message says: decoded once, in ingest.
  sublabel text,
  mfi text,
  decoded jsonb,
  position_source text,
  on_ground boolean,
  times jsonb,
  assembly jsonb
) partition by range (id);
-- Messages that arrive before their day's partition was made; an alarm, not a loss.
create table messages_default partition of messages default;

-- What lists of messages are filtered by, each in the order of ids.
create index messages_flight on messages (flight_key, id) where flight_key is not null;
create index messages_station on messages (station_id, id);
create index messages_airframe on messages (airframe_id, id) where airframe_id is not null;
create index messages_label on messages (label, id) where label is not null;
-- Hyphens of a tail vary from message to message.
create index messages_tail on messages (replace(tail, '-', ''), id) where tail is not null;
-- A rectangle is checked by the index alone.
create index messages_position on messages (id, latitude, longitude) where latitude is not null and longitude is not null;
-- Where a station receives, read from the index alone.
create index messages_station_position on messages (station_id, id, latitude, longitude, source_type)
  where latitude is not null and longitude is not null;
-- The later receptions of a transmission. Its first one has the id of the group.
create index messages_group on messages (group_id, id) where group_id <> id;
-- The airline of a flight: the code before its number, of three letters (ICAO) or two characters (IATA).
create index messages_airline
  on messages (substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), id)
  where flight_key is not null;
create index messages_application on messages ((decoded->>'application'), id)
  where decoded->>'application' is not null;
-- Finds messages by the address of their aircraft if they have no airframe. Nearly all that have an address have one,
-- so the index stays almost empty.
create index messages_unlinked_address
  on messages ((case link_direction when 'uplink' then to_hex else from_hex end), id)
  where airframe_id is null
    and case link_direction when 'uplink' then to_hex else from_hex end is not null;
create index messages_stored on messages (station_id, stored_at, id) where stored_at is not null;
-- A part of the text, and of what a message says in words.
create index messages_text on messages using gin (body gin_trgm_ops);
create index messages_description on messages using gin ((decoded->>'description') gin_trgm_ops);

-- The decoder's whole object, byte for byte, deleted sooner than the message.
create table message_raws (
  id uuid primary key,
  raw text not null
) partition by range (id);
create table message_raws_default partition of message_raws default;

-- Partitions are made and dropped as the owner of the tables, so that chores needs no right to create or drop tables.

-- Makes the partition of one day. A default partition that has rows of the day would make "create table … partition of"
-- fail for ever. So the partition is made aside, gets those rows and is attached, while nobody can write to the default
-- one; it waits five seconds at most for that. Returns the number of rows that came from the default partition; null if
-- the partition existed.
create function ensure_partition(parent text, partition text, from_id uuid, to_id uuid)
returns bigint language plpgsql
security definer set lock_timeout = '5s' set search_path = public, pg_temp as $$
declare
  moved bigint;
begin
  perform pg_advisory_xact_lock(5917002);
  -- By a query, because the cache of to_regclass may lack what another process has made meanwhile.
  if exists (select 1 from pg_class where relname = partition and pg_table_is_visible(oid)) then
    return null;
  end if;
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('create table %I (like %I including defaults including constraints including indexes)',
    partition, parent);
  execute format('with taken as (delete from %I where id >= $1 and id < $2 returning *)
    insert into %I select * from taken', parent || '_default', partition) using from_id, to_id;
  get diagnostics moved = row_count;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, partition, from_id, to_id);
  return moved;
end
$$;

-- Drops one partition. It excludes ensure_partition, which wants the same tables in another order, and waits a second at
-- most for its locks: readers and writers of the table wait behind it meanwhile. Returns whether the partition existed.
create function drop_partition(parent text, partition text)
returns boolean language plpgsql
security definer set lock_timeout = '1s' set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(5917002);
  if not exists (
    select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = parent::regclass and relname = partition
  ) then
    return false;
  end if;
  execute format('drop table %I', partition);
  return true;
end
$$;
revoke execute on function ensure_partition(text, text, uuid, uuid), drop_partition(text, text) from public;

-- The wholes of messages of several blocks. A whole is completed by one message; its parts are the transmissions (group
-- ids) that its text is made of.
create table message_wholes (
  message_id uuid primary key,
  group_id uuid not null,
  station_id integer not null,
  received_at timestamptz not null,
  part_ids uuid[] not null,
  -- The stations whose receptions the text is made of.
  station_ids integer[] not null,
  joined_by text not null,
  body text not null,
  decoded jsonb,
  latitude float8,
  longitude float8,
  altitude float8
);
-- The same parts make one whole, also when Redis was emptied and they were joined again.
create unique index message_wholes_part_ids on message_wholes (part_ids);
create index message_wholes_parts on message_wholes using gin (part_ids);

-- How far fanout had delivered the stream: at this time, everything that was appended to it before `delivered_until` was
-- in the feed logs. A client that received a message that arrived later has received, or was able to receive, all of that.
create table feed_marks (
  at timestamptz primary key default now(),
  delivered_until timestamptz not null
);
-- For the time before the first mark, a delay of up to ten minutes is assumed.
insert into feed_marks (at, delivered_until)
select at, at - interval '10 minutes'
from generate_series(now() - interval '7 days', now(), interval '10 minutes') as at;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Airframes, flights and reference data
--------------------------------------------------------------------------------------------------------------------------------------------

create table airframes (
  id uuid primary key,
  icao text,
  tail text,
  type text,
  manufacturer text,
  model text,
  owner text,
  military boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Both are null if no message of it was received, as after an import.
  first_received_at timestamptz,
  last_received_at timestamptz,
  -- Who flies it, if that is not its owner.
  operator text
);
create index airframes_icao on airframes (icao);
-- Hyphens of a tail vary from message to message, so it is looked up without them.
create index airframes_tail on airframes (replace(tail, '-', ''), id) where tail is not null;
create index airframes_type on airframes (type, id) where type is not null;
-- Prefixes, compared byte by byte whatever the database's collation.
create index airframes_tail_prefix on airframes (replace(tail, '-', '') text_pattern_ops) where tail is not null;
create index airframes_owner on airframes (lower(owner) text_pattern_ops) where owner is not null;
create index airframes_operator on airframes (lower(operator) text_pattern_ops) where operator is not null;
create index airframes_received on airframes (last_received_at) where last_received_at is not null;

create table flights (
  id uuid primary key,
  -- One spelling: ICAO airline and number without leading zeros (UAL123).
  flight_key text not null,
  -- As it was first received.
  flight text not null,
  airframe_id uuid,
  departing_airport text,
  destination_airport text,
  latitude double precision,
  longitude double precision,
  altitude double precision,
  first_received_at timestamptz not null,
  last_received_at timestamptz not null,
  -- The latest positions that messages of the flight reported, newest first, each {Unix seconds, latitude, longitude,
  -- feet, degrees of track}; the flight shows one of them.
  positions float8[],
  position_at timestamptz,
  track float8,
  -- When the messages were received that named the airports.
  departing_at timestamptz,
  destination_at timestamptz,
  -- The latest times that messages reported.
  took_off_at timestamptz,
  landed_at timestamptz
);
-- Flights are listed newest first; their ids are hashes and order nothing. No index has the last reception: every update
-- of a flight would write to all of its indexes.
create index flights_begun on flights (first_received_at, id);
create index flights_key on flights (flight_key, first_received_at, id);
create index flights_key_prefix on flights (flight_key text_pattern_ops, first_received_at);
create index flights_airframe on flights (airframe_id, first_received_at, id) where airframe_id is not null;
create index flights_departing on flights (departing_airport, first_received_at, id)
  where departing_airport is not null;
create index flights_destination on flights (destination_airport, first_received_at, id)
  where destination_airport is not null;
-- The flights of an airline, the latest first.
create index flights_airline on flights (
  substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), first_received_at, id
);

-- The length of the great circle between two positions, nautical miles.
create function nautical_miles(
  from_latitude float8, from_longitude float8, to_latitude float8, to_longitude float8
) returns float8 language sql immutable parallel safe
return 2 * 3440.065 * asin(least(1, sqrt(
    sind((to_latitude - from_latitude) / 2) ^ 2
    + cosd(from_latitude) * cosd(to_latitude) * sind((to_longitude - from_longitude) / 2) ^ 2
  )));

-- Adds reported positions of a flight to the known ones, and decides which one the flight shows.
--
-- The six newest are kept; a position that is reported again is kept once, with its latest time. Shown is the end of the
-- longest chain of positions that an airframe can fly; of equally long ones the chain that ends first. So one wrong
-- position is left out, and a wrong first one as soon as two later ones agree. A flight that shows a position never goes
-- back to an older one, in any order of storing. A leg can be flown at 1,300 knots, and may be 30 nautical miles longer:
-- a report may be some minutes older than its message.
create function merge_positions(
  known float8[], reported float8[], shown_at timestamptz,
  out positions float8[], out latitude float8, out longitude float8, out altitude float8,
  out track float8, out position_at timestamptz
) language plpgsql immutable parallel safe
as $$
declare
  kept constant integer := 6;
  speed_max constant float8 := 1300;
  leg_slack constant float8 := 30;
  -- A closer position may differ by rounding only; one that is older shows no present direction.
  course_leg_min constant float8 := 1;
  course_s_max constant float8 := 1800;
  shown_s constant float8 := coalesce(extract(epoch from shown_at), '-infinity'::float8);
  p float8[] := known;
  report float8[];
  lengths integer[];
  previous integer[];
  longest integer := 0;
  shown integer := 1;
  n integer;
  i integer;
begin
  if reported is null then
    return;
  end if;
  foreach report slice 1 in array reported loop
    n := 1;
    i := null;
    while n <= coalesce(array_length(p, 1), 0) loop
      if p[n][2] = report[2] and p[n][3] = report[3] then
        exit when p[n][1] >= report[1];
        p := p[:n - 1] || p[n + 1:];
      else
        if i is null and (p[n][1], p[n][2], p[n][3]) < (report[1], report[2], report[3]) then
          i := n;
        end if;
        n := n + 1;
      end if;
    end loop;
    -- Otherwise it is known with a later time.
    if n > coalesce(array_length(p, 1), 0) then
      i := coalesce(i, n);
      p := (p[:i - 1] || array[report] || p[i:])[:kept];
    end if;
  end loop;
  positions := p;

  -- From the oldest, which is the last, to the newest.
  for n in reverse array_length(p, 1) .. 1 loop
    lengths[n] := 1;
    for m in n + 1 .. array_length(p, 1) loop
      if lengths[m] >= lengths[n] and nautical_miles(p[m][2], p[m][3], p[n][2], p[n][3])
        <= leg_slack + speed_max * (p[n][1] - p[m][1]) / 3600 then
        lengths[n] := lengths[m] + 1;
        previous[n] := m;
      end if;
    end loop;
    if lengths[n] > longest then
      longest := lengths[n];
      shown := n;
    end if;
  end loop;
  -- The first from the oldest that is not older than the one shown so far.
  if p[shown][1] < shown_s then
    for n in 1 .. array_length(p, 1) loop
      exit when p[n][1] < shown_s;
      shown := n;
    end loop;
  end if;

  position_at := to_timestamp(p[shown][1]);
  latitude := p[shown][2];
  longitude := p[shown][3];
  altitude := p[shown][4];
  track := p[shown][5];
  i := previous[shown];
  while i is not null and (altitude is null or track is null) loop
    exit when p[shown][1] - p[i][1] > course_s_max;
    altitude := coalesce(altitude, p[i][4]);
    if track is null
      and nautical_miles(p[i][2], p[i][3], latitude, longitude) >= course_leg_min then
      -- The course at the end of the great circle between the two.
      track := round(atan2d(
        sind(longitude - p[i][3]) * cosd(p[i][2]),
        cosd(p[i][2]) * sind(latitude) * cosd(longitude - p[i][3]) - sind(p[i][2]) * cosd(latitude)
      ) + 360)::integer % 360;
    end if;
    i := previous[i];
  end loop;
end
$$;

create table airlines (
  icao text primary key check (icao ~ '^[A-Z]{3}$'),
  iata text check (iata ~ '^[A-Z0-9]{2}$'),
  name text not null,
  -- Whether its IATA code means it, where several airlines have had that code.
  holds_iata boolean not null default false
);
create unique index airlines_iata on airlines (iata) where holds_iata;

-- Airports by ICAO and IATA code; some have only one of them.
create table airports (
  code text primary key generated always as (coalesce(icao, iata)) stored,
  icao text unique check (icao ~ '^[A-Z0-9]{4}$'),
  iata text unique check (iata ~ '^[A-Z0-9]{3}$'),
  name text not null,
  city text,
  country_code text,
  latitude float8 not null,
  longitude float8 not null
);

-- Names without case and diacritics, for searches: "Zürich" is found by "zurich".
create function fold_name(name text) returns text
  language plpgsql immutable strict parallel safe cost 50
as $$
begin
  return translate(
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
    U&'\00F8\0142\0111\0131', U&'\006F\006C\0064\0069'
  );
end
$$;
create index airlines_name on airlines
  using gin (fold_name(name) gin_trgm_ops) with (fastupdate = off);
create index airports_name on airports
  using gin (fold_name(name || ' ' || coalesce(city, '')) gin_trgm_ops) with (fastupdate = off);

-- Imports a list of airlines, each ICAO code once. An IATA code of the list means the airline that the list says,
-- whichever it meant before. With `replaces`, no other airlines remain.
create function import_airlines(
  codes text[], iatas text[], names text[], holders text[], replaces boolean
) returns bigint language plpgsql as $$
declare
  written bigint;
begin
  lock table airlines in share row exclusive mode;
  if replaces then
    delete from airlines;
  else
    update airlines set holds_iata = false
    where holds_iata and (icao = any(codes) or iata = any(
      select l.iata from unnest(iatas, holders) as l (iata, holds) where l.holds::boolean
    ));
  end if;
  insert into airlines (icao, iata, name, holds_iata)
  select l.icao, l.iata, l.name, l.holds::boolean
  from unnest(codes, iatas, names, holders) as l (icao, iata, name, holds)
  on conflict (icao) do update
    set iata = excluded.iata, name = excluded.name, holds_iata = excluded.holds_iata;
  get diagnostics written = row_count;
  return written;
end
$$;

-- Imports a list of airports, each code once. A code of the list is taken from the airport that had it: one with the same
-- ICAO code is changed, one that is left without a code is deleted. With `replaces`, no other airports remain.
create function import_airports(
  icao_codes text[], iata_codes text[], names text[], cities text[], countries text[],
  latitudes float8[], longitudes float8[], replaces boolean
) returns bigint language plpgsql as $$
declare
  written bigint;
begin
  lock table airports in share row exclusive mode;
  if replaces then
    delete from airports;
  else
    delete from airports where icao = any(icao_codes) or (icao is null and iata = any(iata_codes));
    update airports set iata = null where iata = any(iata_codes);
  end if;
  insert into airports (icao, iata, name, city, country_code, latitude, longitude)
  select * from unnest(icao_codes, iata_codes, names, cities, countries, latitudes, longitudes);
  get diagnostics written = row_count;
  return written;
end
$$;

-- Ground stations of HFDL, VDL2 and Inmarsat: what their frames, and those of others, say about them.
create table ground_stations (
  -- The system and the address: hfdl-4, vdl-10992A, aero-44.
  id text collate "C" primary key check (length(id) <= 16),
  system text not null check (system in ('hfdl', 'vdl', 'aero')),
  address text not null,
  name text,
  airports text[] not null default '{}',
  latitude double precision,
  longitude double precision,
  -- reference: name and position are those of the published system table, and frames do not change them.
  position_source text check (position_source in ('reference', 'broadcast')),
  utc_sync boolean,
  -- When a frame that it sent was received.
  first_received_at timestamptz,
  last_received_at timestamptz,
  -- When it was last received, addressed by an aircraft, or reported as active by another one.
  last_active_at timestamptz,
  created_at timestamptz not null default now()
);

create table ground_station_frequencies (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  khz integer not null check (khz > 0),
  last_active_at timestamptz not null,
  primary key (ground_station_id, khz)
);

-- Which stations received it.
create table ground_station_receivers (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  station_id integer not null references stations (id) on delete cascade,
  last_received_at timestamptz not null,
  frames bigint not null,
  primary key (ground_station_id, station_id)
);
create index ground_station_receivers_station_idx on ground_station_receivers (station_id);

create table ground_station_counts (
  ground_station_id text collate "C" not null references ground_stations (id) on delete cascade,
  hour timestamptz not null,
  frames bigint not null,
  primary key (ground_station_id, hour)
);

-- An erased station is not a receiver any more. Erasures run as the owner of the tables.
create function erase_ground_station_receivers() returns trigger language plpgsql as $$
begin
  delete from ground_station_receivers where station_id = new.id;
  return null;
end
$$;
revoke execute on function erase_ground_station_receivers() from public;
create trigger erase_ground_station_receivers after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function erase_ground_station_receivers();

--------------------------------------------------------------------------------------------------------------------------------------------
-- Positions and tallies
--------------------------------------------------------------------------------------------------------------------------------------------

-- The newest position that each station received of each airframe, by source type and application: written by the
-- statement that stores messages, deleted after some hours. No column but those of the key is in an index, so that a
-- newer position changes no index. The others are those that lists of positions are filtered by. Rows of hidden stations
-- are left out when it is read.
create table airframe_positions (
  airframe_id uuid not null,
  station_id integer not null,
  source_type text not null,
  -- The application of the content, or other; empty if the message was not decoded.
  application text not null,
  message_id uuid not null,
  received_at timestamptz not null,
  flight_id uuid,
  flight_key text,
  latitude float8 not null,
  longitude float8 not null,
  altitude float8,
  -- Degrees from true north, and knots over ground, as the message states them.
  track float8,
  speed float8,
  position_source text,
  label text,
  link_direction text,
  frequency float8,
  on_ground boolean,
  authenticated boolean,
  departing_airport text,
  destination_airport text,
  primary key (airframe_id, station_id, source_type, application)
) with (fillfactor = 60);

-- Messages by station, hour of reception (UTC) and source type, counted by the statement that stores them: never wrong,
-- and statistics do not read messages. The count is in no index, so that raising it changes none.
create table message_counts (
  hour timestamptz not null,
  station_id integer not null,
  source_type text not null,
  messages bigint not null,
  primary key (hour, station_id, source_type)
) with (fillfactor = 70);
create index message_counts_station on message_counts (station_id, hour);

-- Messages by hour and one of their properties. Chores counts an hour again while its number of messages in
-- message_counts changes. An empty name stands for messages without one. An airline is named in the counts that are of
-- its messages alone.
create table message_tallies (
  kind text not null check (kind in ('label', 'airline', 'decoded', 'frequency', 'type')),
  airline text collate "C" not null default '',
  hour timestamptz not null,
  name text collate "C" not null,
  messages bigint not null,
  primary key (kind, airline, hour, name)
);
create index message_tallies_hour on message_tallies (hour);

-- The number of messages of an hour when it was counted last.
create table tallied_hours (
  hour timestamptz primary key,
  messages bigint not null
);

--------------------------------------------------------------------------------------------------------------------------------------------
-- Chat and notifications
--------------------------------------------------------------------------------------------------------------------------------------------

create table chat_messages (
  id uuid primary key,
  sender_id uuid not null references accounts (id),
  recipient_id uuid not null references accounts (id),
  body text not null,
  -- The sender's own name for it: a message that comes again under it is the same.
  client_id text check (length(client_id) between 1 and 64),
  created_at timestamptz not null default now(),
  check (sender_id <> recipient_id)
);
create unique index chat_messages_client on chat_messages (sender_id, client_id) where client_id is not null;
create index chat_messages_time on chat_messages (created_at);
create index chat_messages_thread on chat_messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), id);
create index chat_messages_sender on chat_messages (sender_id, id);
create index chat_messages_recipient on chat_messages (recipient_id, id);

-- One row for each side of a thread.
create table chat_threads (
  user_id uuid not null references accounts (id),
  partner_id uuid not null references accounts (id),
  last_message_id uuid not null,
  -- Until when its user has read it.
  read_at timestamptz,
  -- Who wrote first, and when; null for threads from before it was recorded.
  started_by uuid,
  started_at timestamptz default now(),
  primary key (user_id, partner_id)
);

-- Users with whom a user wants no contact: neither messages from them, nor to be seen by them.
create table chat_blocks (
  user_id uuid not null references accounts (id),
  blocked_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id)
);
create index chat_blocks_blocked on chat_blocks (blocked_id);

-- Messages that a user has reported to the operator. The message is not copied.
create table chat_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null,
  reporter_id uuid not null references accounts (id),
  reported_id uuid not null references accounts (id),
  reason text not null check (reason in ('spam', 'harassment', 'threat', 'illegal', 'other')),
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (length(resolution) between 1 and 500),
  unique (message_id, reporter_id)
);
create index chat_reports_open on chat_reports (created_at) where resolved_at is null;
create index chat_reports_reporter on chat_reports (reporter_id, created_at);
create index chat_reports_reported on chat_reports (reported_id);

create table notifications (
  id uuid primary key,
  user_id uuid not null references accounts (id),
  type text not null,
  -- What it is about, where one unread notification is enough.
  subject text,
  title text not null,
  body text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When a gateway with a session of the user began to push it.
  pushed_at timestamptz
);
create index notifications_user on notifications (user_id, id);
create unique index notifications_subject on notifications (user_id, type, subject)
  where read_at is null and subject is not null;
create index notifications_unpushed on notifications (user_id, id) where pushed_at is null;
-- The excerpts of chat messages in the notifications of others, which an erasure deletes.
create index notifications_chat_sender on notifications ((data->>'senderId')) where type = 'chat.message';
-- The words of messages in notifications, which a redaction deletes.
create index notifications_alert_message on notifications ((data->>'messageId')) where type = 'alert.match';

-- Texts of the operators for everybody. Chores notifies the users.
create table announcements (
  id uuid primary key default gen_random_uuid(),
  text text not null check (length(text) between 1 and 500),
  level text not null check (level in ('info', 'warning')),
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at > begins_at),
  -- An account, or the name of an operator at a command line.
  published_by text not null check (length(published_by) between 1 and 128),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The last account that was notified, in the order of ids, and how many were.
  notified_up_to uuid,
  notified integer not null default 0,
  notified_all_at timestamptz
);
create index announcements_time on announcements (created_at);
create index announcements_to_notify on announcements (begins_at) where notified_all_at is null;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Alert rules and mails
--------------------------------------------------------------------------------------------------------------------------------------------

-- Rules by which users are notified of messages, and of their stations going silent.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  name text not null check (length(name) between 1 and 64),
  -- Of messages: the filter, an AlertFilter. Of a station: null.
  filter jsonb check (octet_length(filter::text) <= 8192),
  station_id integer references stations (id) on delete cascade,
  notify boolean not null,
  email boolean not null,
  muted_until timestamptz,
  -- Stops the mails of this rule without signing in; each mail has it in a link.
  stop_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When its latest match was delivered.
  delivered_at timestamptz,
  check ((filter is null) <> (station_id is null))
);
create index alert_rules_account on alert_rules (account_id, created_at);
create unique index alert_rules_station on alert_rules (station_id, account_id) where station_id is not null;
create index alert_rules_updated on alert_rules (updated_at) where filter is not null;

-- Adds an alert rule, unless its account or all accounts together have too many, which concurrent calls count one after
-- the other. Returns no row then, or if the station has a rule.
create function add_alert_rule(
  owner uuid, named text, of_filter jsonb, of_station integer, wants_notification boolean, wants_mail boolean,
  muted timestamptz, own_max integer, all_max integer
) returns setof alert_rules language plpgsql as $$
begin
  perform pg_advisory_xact_lock(5917004);
  return query
  insert into alert_rules as r (account_id, name, filter, station_id, notify, email, muted_until)
  select owner, named, of_filter, of_station, wants_notification, wants_mail, muted
  where (select count(*) from alert_rules a where a.account_id = owner) < own_max
    and (select count(*) from alert_rules) < all_max
  on conflict do nothing
  returning r.*;
end
$$;

-- An erased station has no rules. (Those of an erased account are deleted by account_tables.)
create function erase_alert_rules() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from alert_rules where station_id = new.id;
  return null;
end
$$;
create trigger stations_erase_alert_rules after update of erased_at on stations
  for each row when (new.erased_at is not null) execute function erase_alert_rules();

-- Transmissions that matched. The persister adds at most one a minute of each rule, with the number of those that it left
-- out; chores delivers them and keeps them for a day, so that no repeat counts again.
create table alert_matches (
  rule_id uuid not null references alert_rules (id) on delete cascade,
  group_id uuid not null,
  message_id uuid not null,
  station_id integer not null,
  flight text check (length(flight) <= 32),
  tail text check (length(tail) <= 32),
  description text not null check (length(description) <= 160),
  -- Further transmissions since the one before.
  more integer not null check (more >= 0),
  matched_at timestamptz not null default now(),
  taken_at timestamptz,
  -- Whether the owner was notified of this one; the others of the same delivery are only counted.
  delivered boolean not null default false,
  primary key (rule_id, group_id)
);
create index alert_matches_waiting on alert_matches (rule_id, matched_at) where taken_at is null;
create index alert_matches_time on alert_matches (matched_at);
create index alert_matches_message on alert_matches (message_id);

-- E-mails to send: the outbox. A mail keeps its values, among them a link that opens an account, only until it was sent
-- or given up.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'sign-in', 'sign-up', 'invitation', 'new-way-in', 'station-silent', 'station-back', 'alert', 'claim-decided',
    'email-change', 'erasure-planned', 'transfer-accepted'
  )),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '\s'),
  -- The account that the mail concerns; null if it has none yet.
  account_id uuid references accounts (id),
  -- What the text of its kind says. Empty once the mail was sent or given up.
  facts jsonb not null check (octet_length(facts::text) <= 8192),
  created_at timestamptz not null default now(),
  -- After this time the mail would be of no use.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  -- When it is tried next; while a process sends it, when another one may try.
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  given_up_at timestamptz
);
create index mails_due on mails (next_attempt_at) where sent_at is null and given_up_at is null;
create index mails_waiting_for on mails (lower(recipient)) where sent_at is null and given_up_at is null;
-- The limits of waiting mails count by kind.
create index mails_waiting_kind on mails (kind) where sent_at is null and given_up_at is null;
create index mails_created on mails (created_at);
create index mails_account on mails (account_id) where account_id is not null;
create index mails_recipient on mails (lower(recipient));
-- The words of messages in mails, which a redaction deletes.
create index mails_alert_message on mails ((facts->>'messageId')) where kind = 'alert' and sent_at is null;

-- Mails that were sent before there was an account, such as that of a sign-up, name no account: they are found by its
-- address when it is erased.
create function erase_mails_by_address() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from mails where lower(recipient) = lower(old.email);
  return null;
end
$$;
create trigger accounts_erase_mails after update of erased_at on accounts
  for each row when (new.erased_at is not null and old.email is not null)
  execute function erase_mails_by_address();
revoke execute on function erase_alert_rules(), erase_mails_by_address() from public;

-- Delivers matches of alert rules, by one process at a time. The limit of a day counts what was delivered before, so the
-- statement that counts begins when the delivery before it has ended.
create function deliver_alerts(ids uuid[], per_day integer)
returns table (
  account_id uuid, rule text, stop_token uuid, message_id uuid, words text, notified boolean,
  recipient text
) language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(5917003) then
    return;
  end if;
  -- The persister may have added them while they were redacted.
  delete from alert_matches m using redactions d
  where m.taken_at is null and d.message_id = m.message_id;
  return query
  with due as (
    select r.id, r.account_id, r.name, r.notify, r.email, r.muted_until, r.stop_token, (
      select m.group_id from alert_matches m where m.rule_id = r.id and m.taken_at is null
      order by m.matched_at desc, m.group_id desc limit 1
    ) as latest
    from alert_rules r
    where exists (select 1 from alert_matches m where m.rule_id = r.id and m.taken_at is null)
      and (r.delivered_at is null or r.delivered_at <= now() - interval '1 minute')
    order by r.delivered_at nulls first, r.id limit cardinality(ids) for update of r skip locked
  ), taken as (
    update alert_matches m set taken_at = now(), delivered = m.group_id = due.latest
    from due where m.rule_id = due.id and m.taken_at is null
    returning m.*
  ), touched as (
    update alert_rules r set delivered_at = now() from due where r.id = due.id
  ), shown as (
    select due.*, a.email as address, m.message_id, m.station_id, m.flight, m.tail, m.description,
      (select sum(1 + more) - 1 from taken t where t.rule_id = due.id)::integer as more
    from due
    join taken m on m.rule_id = due.id and m.delivered
    join accounts a on a.id = due.account_id and a.ended_at is null
    where not coalesce(due.muted_until > now(), false)
      and not exists (
        select 1 from stations s where s.id = m.station_id and s.hidden
          and s.account_id is distinct from due.account_id
      )
  ), numbered as (
    select shown.*, row_number() over (order by id) as nth,
      row_number() over (partition by account_id order by id) as number,
      concat_ws(': ', coalesce(flight, tail), nullif(description, ''))
        || case when more > 0 then ' (and ' || more || ' more)' else '' end as words
    from shown
  ), notified as (
    insert into notifications (id, user_id, type, subject, title, body, data)
    select ids[nth], account_id, 'alert.match', id::text || ' ' || latest::text, name,
      words, jsonb_build_object('ruleId', id, 'messageId', message_id, 'flight', flight, 'tail', tail,
        'description', description, 'more', more)
    from numbered
    where notify and number + (
      select count(*) from notifications n
      where n.user_id = numbered.account_id and n.type = 'alert.match'
        and n.created_at > now() - interval '1 day'
    ) <= per_day
    on conflict do nothing
    returning user_id, subject
  )
  select account_id, name, stop_token, message_id, words,
    exists (
      select 1 from notified where subject = numbered.id::text || ' ' || latest::text
    ) as notified,
    case when email and number + (
      select count(*) from mails
      where mails.account_id = numbered.account_id and kind = 'alert'
        and mails.created_at > now() - interval '1 day'
    ) <= per_day then address end as recipient
  from numbered;
end
$$;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Redactions and erasures
--------------------------------------------------------------------------------------------------------------------------------------------

-- Messages whose content was deleted, with the reason. What comes again (a redelivered batch) is not stored again. A later
-- whole is compared with the group and the station; they are null if the redaction is older than these columns.
create table redactions (
  message_id uuid primary key,
  reason text not null check (length(reason) between 1 and 500),
  redacted_by text not null,
  redacted_at timestamptz not null default now(),
  group_id uuid,
  station_id integer
);
create index redactions_group on redactions (group_id);

-- Messages that were redacted and that the feed log of an account may still have. Fanout removes them, and keeps a row
-- for some time, because the message may still be on its way to the feed log.
create table feed_log_removals (
  account_id uuid not null,
  message_id uuid not null,
  asked_at timestamptz not null default now(),
  -- Whether the message was redacted, or only the whole that it completes.
  what text not null default 'message' check (what in ('message', 'whole')),
  primary key (account_id, message_id)
);
create index feed_log_removals_time on feed_log_removals (asked_at);

-- Redacts messages by their ids, or those of a station from first_id up to end_id, at most rows_max, and with a part of
-- what a decoder joined the message that completed it. It always leaves a record of them, with their groups and stations.
-- `what` is 'message', or 'whole' for a message that only lost its whole. Matches of alert rules, notifications and mails
-- that have their words are deleted with them. The lock is that of deliver_alerts: what it delivers is found here, and
-- what it reads later was redacted before.
create function redact_messages(
  message_ids uuid[], of_station integer, first_id uuid, end_id uuid, why text, who text, rows_max integer
) returns table (redacted uuid, what text, owner uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen uuid[];
  groups uuid[];
begin
  perform pg_advisory_xact_lock(5917003);
  if message_ids is not null then
    chosen := array(select m.id from messages m where m.id = any(message_ids) order by m.id limit rows_max);
  else
    chosen := array(
      select m.id from messages m
      where m.station_id = of_station and m.id >= first_id and m.id < end_id order by m.id limit rows_max
    );
  end if;
  groups := array(select m.group_id from messages m where m.id = any(chosen));
  -- What a decoder joined has the text of every part: the message that completed it, its decoded content and its
  -- raw object. All parts of it are receptions of one station.
  chosen := chosen || array(
    select m.id from message_wholes w join messages m on m.id = w.message_id
    where w.part_ids && groups and w.joined_by = 'decoder' and m.id <> all(chosen)
      and m.station_id = any(array(select c.station_id from messages c where c.id = any(chosen)))
  );
  return query
  with noted as (
    insert into redactions (message_id, group_id, station_id, reason, redacted_by)
    select m.id, m.group_id, m.station_id, why, who from messages m where m.id = any(chosen)
    on conflict do nothing
  ), raws as (
    delete from message_raws r where r.id = any(chosen)
  ), wholes as (
    delete from message_wholes w where w.message_id = any(chosen) or w.part_ids && groups
    returning w.message_id, w.station_id
  ), positions as (
    delete from airframe_positions p where p.message_id = any(chosen)
  ), deleted as (
    delete from messages m where m.id = any(chosen) returning m.id, m.station_id
  ), changed as (
    select c.id, c.kind, s.account_id
    from (
      select d.id, d.station_id, 'message' as kind from deleted d
      union all
      select w.message_id, w.station_id, 'whole' from wholes w where w.message_id <> all(chosen)
    ) as c
    left join stations s on s.id = c.station_id
  ), logged as (
    insert into feed_log_removals (account_id, message_id, what)
    select c.account_id, c.id, c.kind from changed c where c.account_id is not null
    on conflict (account_id, message_id) do update set what = excluded.what, asked_at = excluded.asked_at
      where excluded.what = 'message'
  ), matches as (
    delete from alert_matches a using changed c where a.message_id = c.id
  ), notified as (
    delete from notifications n using changed c
    where n.type = 'alert.match' and n.data->>'messageId' = c.id::text
  ), mailed as (
    delete from mails using changed c
    where mails.kind = 'alert' and mails.sent_at is null and mails.facts->>'messageId' = c.id::text
  )
  select c.id, c.kind, c.account_id from changed c;
end
$$;
revoke execute on function redact_messages(uuid[], integer, uuid, uuid, text, text, integer) from public;

-- Erasures of accounts and stations. One begins in one statement, with everything that is visible; the rest is erased in
-- batches, which chores continues until nothing is left.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('account', 'station')),
  -- The id of the account or station; its name is deleted.
  object_id text not null,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The last message of the station whose raw object was erased.
  cursor uuid,
  -- The number of rows that were erased or replaced, by name.
  counts jsonb not null default '{}',
  unique (kind, object_id)
);
create index erasures_pending on erasures (requested_at) where finished_at is null;

-- Erasures that owners asked for. They take effect when they are due, and can be called off until then.
create table planned_erasures (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('account', 'station')),
  -- The id of the account or station.
  object_id text not null,
  -- The account that asked.
  account_id uuid not null references accounts (id),
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  unique (kind, object_id)
);
create index planned_erasures_due on planned_erasures (due_at);
create index planned_erasures_account on planned_erasures (account_id);

-- Deletes the rows of a table by a column; 0 if there is no such table.
create function erase_rows(table_name text, column_name text, value text) returns bigint
language plpgsql as $$
declare
  erased bigint;
begin
  if to_regclass(table_name) is null then return 0; end if;
  execute format('delete from %I where %I::text = $1', table_name, column_name) using value;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- Begins the erasure of an account; again for one that has begun it does nothing more. Returns null if there is no such
-- account. The account ends here: its keys, sessions and name are deleted. Its stations are marked, if it had proven them:
-- nobody proves them again.
create function begin_account_erasure(account uuid) returns uuid language plpgsql
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
    shows_exact_position = false, key_policy = 'any', owner_erased = owner_erased or owner_proven,
    owner_proven = true, updated_at = now()
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

-- Begins the erasure of a station: its name, position, owner and keys are deleted. Returns null if there is no such station.
create function begin_station_erasure(station integer) returns uuid language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  begun uuid;
  counted jsonb := '{}';
begin
  perform 1 from stations where id = station for update;
  if not found then return null; end if;
  select id into begun from erasures where kind = 'station' and object_id = station::text;
  if found then return begun; end if;
  counted := jsonb_build_object(
    'claims', erase_rows('station_claims', 'station_id', station::text),
    'states', erase_rows('station_states', 'station_id', station::text)
      + erase_rows('station_eligibility', 'station_id', station::text),
    'keys', erase_rows('station_keys', 'station_id', station::text),
    'sources', erase_rows('station_sources', 'station_id', station::text),
    'rejects', erase_rows('station_rejects', 'station_id', station::text));
  update stations set ident = 'erased-' || station, account_id = null, latitude = null, longitude = null,
    country_code = null, shows_exact_position = false, erased_at = now(), updated_at = now()
  where id = station;
  insert into erasures (kind, object_id, counts) values ('station', station::text, counted)
  returning id into begun;
  return begun;
end
$$;

-- Adds to the count of an erasure.
create function count_erased(erasure uuid, what text, n bigint) returns void language sql as $$
  update erasures set counts = counts
    || jsonb_build_object(what, coalesce((counts->>what)::bigint, 0) + n)
  where id = erasure and n > 0;
$$;

-- Erases at most rows_max rows of an account's chat. Returns how many; 0 if nothing is left. What the account sent stays
-- with the other user as an empty message.
create function erase_chat(erasure uuid, account uuid, rows_max integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emptied bigint;
  excerpts bigint;
begin
  update chat_messages set body = '', client_id = null where id in (
    select id from chat_messages where sender_id = account and body <> '' order by id limit rows_max
  );
  get diagnostics emptied = row_count;
  delete from notifications where id in (
    select id from notifications
    where type = 'chat.message' and data->>'senderId' = account::text limit rows_max
  );
  get diagnostics excerpts = row_count;
  perform count_erased(erasure, 'chatMessages', emptied);
  perform count_erased(erasure, 'excerpts', excerpts);
  return emptied + excerpts;
end
$$;

-- Erases the raw objects of the next rows_max messages of a station. Returns how many messages it looked at; 0 if nothing
-- is left.
create function erase_raws(erasure uuid, station integer, rows_max integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  after uuid;
  oldest uuid;
  ids uuid[];
  erased bigint;
begin
  select coalesce(cursor, '00000000-0000-0000-0000-000000000000') into after
  from erasures where id = erasure for update;
  -- Raw objects are kept for days, messages for much longer.
  select id into oldest from message_raws order by id limit 1;
  select array_agg(id order by id) into ids from (
    select id from messages
    where station_id = station and id > after and id >= oldest order by id limit rows_max
  ) as next;
  if ids is null then return 0; end if;
  delete from message_raws where id = any(ids);
  get diagnostics erased = row_count;
  update erasures set cursor = ids[array_length(ids, 1)] where id = erasure;
  perform count_erased(erasure, 'raws', erased);
  return array_length(ids, 1);
end
$$;

revoke execute on function begin_account_erasure(uuid), begin_station_erasure(integer),
  erase_chat(uuid, uuid, integer), erase_raws(uuid, integer, integer),
  erase_rows(text, text, text), count_erased(uuid, text, bigint) from public;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Operations
--------------------------------------------------------------------------------------------------------------------------------------------

-- How far each producer's entries of a partition of the stream are stored; raised by the statement that stores.
create table watermarks (
  producer text not null,
  partition integer not null,
  seq bigint not null,
  -- Messages stored from this producer and partition, ever.
  stored bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (producer, partition)
);

-- What each ingest producer has counted, copied from its journal for the account of all messages.
create table ledgers (
  producer text primary key,
  counts jsonb not null,
  updated_at timestamptz not null default now(),
  -- The number of the ledger's last write. A producer that finds a lower one than it has written knows that the server
  -- went back to an older state.
  generation bigint not null default 0
);

-- Entries that could not be stored, with the reason. Operators name them by their number, drop them, or ask for a retry:
-- an ingest puts the entry back into the stream.
create table dead_letters (
  partition integer not null,
  entry_id text not null,
  producer text,
  seq bigint,
  reason text not null,
  detail text not null,
  fields jsonb not null,
  added_at timestamptz not null default now(),
  id bigint generated always as identity,
  details jsonb,
  -- A dropped one keeps its row without its content: doctor counts it.
  dropped_at timestamptz,
  -- The account that asked for a retry, and why.
  retry_by uuid references accounts (id),
  retry_reason text check (length(retry_reason) between 1 and 500),
  -- Whether a retry found that its fields are no entry.
  unreadable boolean not null default false,
  -- The operator of the command line who asked for a retry: `user@host`.
  retry_operator text check (length(retry_operator) between 1 and 128),
  primary key (partition, entry_id)
);
create unique index dead_letters_id on dead_letters (id);
create index dead_letters_retry on dead_letters (id) where retry_by is not null;
create index dead_letters_retry_operator on dead_letters (id) where retry_operator is not null;

-- How often messages were put back into the stream, by the numbers of their producers.
create table dead_letter_retries (
  producer text not null,
  seq bigint not null,
  retries integer not null,
  retried_at timestamptz not null default now(),
  primary key (producer, seq)
);
create index dead_letter_retries_time on dead_letter_retries (retried_at);

-- How each scheduled job last ran; the queue forgets.
create table job_runs (
  job text primary key check (length(job) between 1 and 64),
  -- When the last run ended that succeeded or failed, and how long it took.
  ran_at timestamptz not null,
  ran_ms integer not null,
  succeeded_at timestamptz,
  -- What the last success did.
  result jsonb,
  failed_at timestamptz,
  error text,
  -- Since the last success.
  failures integer not null default 0
);

-- What operators and owners did, written by the statement that does it. Rows are only added; delete_audit_log removes the
-- ones that are past their retention.
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
language plpgsql security definer set jetwire.audit_retention = 'on' set search_path = public, pg_temp as $$
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
revoke execute on function delete_audit_log(timestamptz, integer) from public;

--------------------------------------------------------------------------------------------------------------------------------------------
-- Canary messages: they show that the service works. Chores sends them like a feeder and receives them like a client.
--------------------------------------------------------------------------------------------------------------------------------------------

-- Returns the idents of as many canary stations as asked for, and gives their account an API key for two days. What is
-- missing is created; an ident is random, so that nobody else sends under it. It runs as the owner of the tables, so that
-- its caller can issue no other key.
create function open_canary(hash bytea, shown text, stations_count integer)
returns setof text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner uuid;
begin
  perform pg_advisory_xact_lock(5917045);
  select s.account_id into owner from stations s where s.canary order by s.id limit 1;
  if owner is null then
    insert into accounts (username) values ('canary-' || left(replace(gen_random_uuid()::text, '-', ''), 12))
    returning id into owner;
  end if;
  insert into stations (ident, account_id, hidden, canary)
  select 'canary-' || replace(gen_random_uuid()::text, '-', ''), owner, true, true
  from generate_series(1, stations_count - (select count(*) from stations s where s.canary)::integer);
  delete from api_keys k where k.account_id = owner and k.expires_at < now();
  insert into api_keys (account_id, tier, key_hash, hint, label, expires_at, warned_days)
  values (owner, 'feeder', hash, shown, 'canary', now() + interval '2 days', 0);
  return query select s.ident from stations s where s.canary order by s.id limit stations_count;
end
$$;

-- Deletes canary messages with ids below end_id, at most rows_max.
create function delete_canary_messages(end_id uuid, rows_max integer)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select m.id from messages m
    where m.station_id = any(array(select s.id from stations s where s.canary)) and m.id < end_id
    limit rows_max
  );
  delete from message_raws r where r.id = any(chosen);
  delete from messages m where m.id = any(chosen);
  return cardinality(chosen);
end
$$;
revoke execute on function open_canary(bytea, text, integer), delete_canary_messages(uuid, integer) from public;
