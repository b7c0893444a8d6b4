-- Identities at providers (OpenID Connect) that people sign in with. Services have no right to change
-- external_identities, by which tokens are accepted too; these functions do.

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

revoke execute on function link_identity(uuid, text, text, integer),
  sign_up_by_identity(uuid, text, bytea, text, text) from public;
