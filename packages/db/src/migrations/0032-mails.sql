-- E-mails to send: the outbox. A mail keeps its values, among them a link that opens an account, only
-- until it was sent or given up.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'sign-in', 'sign-up', 'invitation', 'new-way-in',
    'station-silent', 'station-back', 'alert', 'claim-decided', 'email-change'
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
create index mails_created on mails (created_at);
create index mails_account on mails (account_id) where account_id is not null;

-- An erased account's mails are deleted, also those that wait.
create function erase_mails() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from mails where account_id = new.id;
  return null;
end
$$;
revoke execute on function erase_mails() from public;
create trigger accounts_erase_mails after update of erased_at on accounts
  for each row when (new.erased_at is not null) execute function erase_mails();
