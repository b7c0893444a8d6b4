-- Mails that were sent before there was an account, such as that of a sign-up, name no account: they are
-- found by its address when it is erased.
create function erase_mails_by_address() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from mails where lower(recipient) = lower(old.email);
  return null;
end
$$;
revoke execute on function erase_mails_by_address() from public;
create trigger accounts_erase_mails after update of erased_at on accounts
  for each row when (new.erased_at is not null and old.email is not null)
  execute function erase_mails_by_address();
create index mails_recipient on mails (lower(recipient));
