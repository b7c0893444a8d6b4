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
insert into account_tables values ('planned_erasures', 'account_id', 'plannedErasures');

-- When a transfer that was accepted takes effect; null until it is accepted.
alter table station_transfers add column due_at timestamptz;
create index station_transfers_due on station_transfers (due_at) where due_at is not null;

-- Gives a station to the user who has accepted it, once the transfer is due, with a dispute that waits. A transfer
-- that is due ends in any case. Returns null if it is not due, or the station or one of the users no longer exists. It runs
-- as the owner of the tables, so that who may call it cannot give a station away otherwise.
create or replace function accept_transfer(transfer uuid, recipient uuid) returns integer
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

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'sign-in', 'sign-up', 'invitation', 'new-way-in', 'station-silent', 'station-back', 'alert', 'claim-decided',
  'email-change', 'erasure-planned', 'transfer-accepted'
));
