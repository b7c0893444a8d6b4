-- Links that are withdrawn, names that nobody may take, and ways to sign in that work.

-- When the link was withdrawn: its user has signed out everywhere, or has another address since.
alter table sign_in_links add column withdrawn_at timestamptz;

-- When somebody proved that the address is theirs, by a link that was sent to it. An address that an invitation
-- names is not confirmed until then.
alter table accounts add column email_confirmed_at timestamptz;
update accounts set email_confirmed_at = created_at where email is not null;

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

-- Returns whether a name is taken, also by an account that has ended, or is one that others would take for the
-- operator's. Hyphens and underscores make no other name of it.
create function is_username_taken(named text) returns boolean language sql stable as $$
  select translate(lower(named), '-_', '') = any(array[
      'abuse', 'admin', 'administrator', 'help', 'hostmaster', 'jetwire', 'moderator', 'operator', 'postmaster',
      'root', 'security', 'staff', 'support', 'system', 'webmaster'
    ])
    or exists (select 1 from accounts where lower(username) = lower(named));
$$;

-- Makes the account of a sign-up. Returns 'made', 'name-taken', 'email-taken' or 'invitation-used'; if it is not
-- made, nothing has changed, neither has the invitation been spent.
create or replace function make_account(made uuid, named text, address text, invitation bytea) returns text
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

-- Spends a link. Returns one row: what happened ('opened', 'made', 'changed', 'used', 'expired', 'withdrawn',
-- 'unknown', 'name-taken', 'email-taken', 'invitation-used', 'name-needed', 'passkey-needed'), and the account. The
-- link is spent only if it was 'opened', 'made' or 'changed'. A change of the address withdraws all other links of
-- the account.
create or replace function spend_link(hash bytea, chosen text) returns table (result text, account uuid)
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

-- Identities have an id by which their user removes them.
alter table external_identities add column id uuid not null default gen_random_uuid() unique;

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
revoke execute on function remove_identity(uuid, uuid, boolean, boolean, text[]) from public;

drop function remove_passkey(uuid, uuid);
drop function remove_email(uuid);
drop function count_ways_in(uuid);

-- States of sign-ins at providers are no challenges of passkeys.
alter table sign_in_challenges drop constraint sign_in_challenges_kind_check;
alter table sign_in_challenges add constraint sign_in_challenges_kind_check
  check (kind in ('sign-in', 'sign-up', 'add', 'provider'));

-- The limits of waiting mails count by kind.
create index mails_waiting_kind on mails (kind) where sent_at is null and given_up_at is null;
