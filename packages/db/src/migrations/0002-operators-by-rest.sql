-- What operators do through REST. REST has no right to write owners, names of accounts and identities itself: each of these functions
-- changes one row, and who calls it records the action.

-- Adds a station of an account. Returns no row if the ident is taken.
create function add_station(new_ident text, owner uuid, type text, is_simulated boolean)
returns table (id integer, ident text)
language sql security definer set search_path = public, pg_temp as $$
  insert into stations (ident, account_id, source_type, simulated)
  values (new_ident, owner, type, is_simulated)
  on conflict (ident) do nothing
  returning id, ident
$$;

-- Gives a station to an account, with `moves` also one of another account. Returns who had it before; no row if it is unknown, or
-- of another account.
create function give_station(of_ident text, owner uuid, moves boolean)
returns table (id integer, ident text, earlier uuid)
language sql security definer set search_path = public, pg_temp as $$
  with given as materialized (
    select s.id, s.account_id as earlier from stations s where s.ident = of_ident for update
  )
  update stations s set account_id = owner, owner_proven = true, owner_erased = false, provisional = false, updated_at = now()
  from given
  where s.id = given.id and (given.earlier is null or given.earlier = owner or moves)
  returning s.id, s.ident, given.earlier
$$;

-- Renames an account that has not ended. Fails with a unique violation if the name is taken.
create function rename_account(account uuid, name text)
returns table (id uuid, username text)
language sql security definer set search_path = public, pg_temp as $$
  update accounts a set username = name where a.id = account and a.ended_at is null
  returning a.id, a.username
$$;

-- Links an identity of another issuer to an account. Returns the account to which it is linked now.
create function link_issuer_identity(account uuid, of_issuer text, of_subject text) returns uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into external_identities (issuer, subject, account_id)
  values (of_issuer, of_subject, account)
  on conflict (issuer, subject) do update set account_id = external_identities.account_id
  returning account_id
$$;

-- Unlinks an identity from its account. Returns whether it was linked.
create function unlink_issuer_identity(account uuid, of_issuer text, of_subject text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with unlinked as (
    delete from external_identities
    where issuer = of_issuer and subject = of_subject and account_id = account
    returning 1
  )
  select exists (select from unlinked)
$$;

revoke execute on function add_station(text, uuid, text, boolean), give_station(text, uuid, boolean), rename_account(uuid, text),
  link_issuer_identity(uuid, text, text), unlink_issuer_identity(uuid, text, text) from public;
