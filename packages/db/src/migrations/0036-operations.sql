-- What operators do on the page.

-- Operators ask for a retry; an ingest puts the entry back into the stream.
alter table dead_letters
  -- The account that asked for a retry, and why.
  add column retry_by uuid references accounts (id),
  add column retry_reason text check (length(retry_reason) between 1 and 500),
  -- Whether a retry found that its fields are no entry.
  add column unreadable boolean not null default false;
create index dead_letters_retry on dead_letters (id) where retry_by is not null;

-- How often messages were put back into the stream, by the numbers of their producers.
create table dead_letter_retries (
  producer text not null,
  seq bigint not null,
  retries integer not null,
  retried_at timestamptz not null default now(),
  primary key (producer, seq)
);
create index dead_letter_retries_time on dead_letter_retries (retried_at);

-- Messages that were redacted and that the feed log of an account may still have. Fanout removes them.
create table feed_log_removals (
  account_id uuid not null,
  message_id uuid not null,
  asked_at timestamptz not null default now(),
  primary key (account_id, message_id)
);

-- What blocks have refused.
alter table sender_blocks add column hits bigint not null default 0;

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

-- Decides a claim that waits. Returns no row if there is none; `owned` if the station has got an owner meanwhile.
-- It runs as the owner of the tables, so that who may call it cannot give a station away otherwise.
create function decide_claim(claim uuid, approve boolean)
returns table (result text, station integer, station_ident text, claimant uuid, claimant_name text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select c.station_id, s.ident, c.account_id, a.username
  into station, station_ident, claimant, claimant_name
  from station_claims c
  join stations s on s.id = c.station_id
  join accounts a on a.id = c.account_id and a.ended_at is null
  where c.id = claim and c.decided_at is null
  for update of c;
  if not found then return; end if;
  result := 'decided';
  if approve then
    update stations s set account_id = claimant, provisional = false, updated_at = now()
    where s.id = station and (s.account_id is null or s.account_id = claimant);
    if not found then result := 'owned'; end if;
  end if;
  if result = 'decided' then
    update station_claims c set decided_at = now(), approved = approve where c.id = claim;
  end if;
  return next;
end
$$;

-- Decides a dispute that waits. Upheld, the station has no owner any more. Returns no row if there is none.
create function decide_dispute(dispute uuid, uphold boolean)
returns table (station integer, disputed uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update claim_disputes d set decided_at = now(), upheld = uphold
  where d.id = dispute and d.decided_at is null
  returning d.station_id, d.account_id into station, disputed;
  if not found then return; end if;
  if uphold then
    update stations s set account_id = null, key_policy = 'any', accepts_messages = false, updated_at = now()
    where s.id = station and s.account_id = disputed;
    if found then
      update station_keys k set revoked_at = now() where k.station_id = station and k.revoked_at is null;
      delete from station_transfers t where t.station_id = station;
    end if;
  end if;
  return next;
end
$$;

-- Redacts messages by their ids, or those of a station from first_id up to end_id, at most rows_max. It always
-- leaves a record of them. `what` is 'message', or 'whole' for a message that only lost its whole.
create function redact_messages(
  message_ids uuid[], of_station integer, first_id uuid, end_id uuid, why text, who text, rows_max integer
) returns table (redacted uuid, what text, owner uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chosen uuid[];
  groups uuid[];
begin
  if message_ids is not null then
    chosen := array(select m.id from messages m where m.id = any(message_ids) order by m.id limit rows_max);
  else
    chosen := array(
      select m.id from messages m
      where m.station_id = of_station and m.id >= first_id and m.id < end_id order by m.id limit rows_max
    );
  end if;
  groups := array(select m.group_id from messages m where m.id = any(chosen));
  return query
  with noted as (
    insert into redactions (message_id, reason, redacted_by)
    select id, why, who from unnest(chosen) as id
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
    insert into feed_log_removals (account_id, message_id)
    select c.account_id, c.id from changed c where c.account_id is not null
    on conflict do nothing
  )
  select c.id, c.kind, c.account_id from changed c;
end
$$;

revoke execute on function decide_claim(uuid, boolean), decide_dispute(uuid, boolean),
  redact_messages(uuid[], integer, uuid, uuid, text, text, integer) from public;
