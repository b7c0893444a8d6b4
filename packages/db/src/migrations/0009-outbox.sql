-- One outbox for everything that leaves: mails, and deliveries to the destinations of accounts.

-- Where an account wants its notifications besides the page: a webhook, a topic of ntfy, a chat, a browser.
create table destinations (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  name text not null check (length(name) between 1 and 64),
  channel text not null check (channel in ('webhook', 'ntfy', 'discord', 'slack', 'telegram', 'webpush')),
  -- What its owner knows it by; it opens nothing.
  address text not null check (length(address) between 1 and 500),
  -- What its messages are sent and signed with: only chores reads it.
  target jsonb not null check (octet_length(target::text) <= 4096),
  -- The types of notifications that go there, and of alert.match those of these rules; of all rules if there are none.
  types text[] not null check (cardinality(types) <= 32),
  rule_ids uuid[] not null check (cardinality(rule_ids) <= 50),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- Until when a process may be sending to it: one message at a time.
  busy_until timestamptz not null default '-infinity',
  -- Since when every attempt has failed; null if the last one did not.
  failing_since timestamptz,
  last_delivered_at timestamptz
);
create index destinations_account on destinations (account_id, created_at);

-- Adds a destination, unless its account has too many, which concurrent calls count one after the other.
create function add_destination(
  owner uuid, named text, of_channel text, shown text, sent_to jsonb, of_types text[], of_rules uuid[], own_max integer
) returns setof destinations language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform 1 from accounts where id = owner and ended_at is null for update;
  return query
  insert into destinations as d (account_id, name, channel, address, target, types, rule_ids)
  select owner, named, of_channel, shown, sent_to, of_types, of_rules
  where (select count(*) from destinations o where o.account_id = owner) < own_max
  returning d.*;
end
$$;
revoke execute on function add_destination(uuid, text, text, text, jsonb, text[], uuid[], integer) from public;

-- Hours of the day in which nothing is sent to an account, in minutes of its local day; they may pass midnight.
create table quiet_hours (
  account_id uuid primary key references accounts (id),
  zone text not null check (length(zone) between 1 and 64),
  from_minute integer not null check (from_minute between 0 and 1439),
  to_minute integer not null check (to_minute between 0 and 1439 and to_minute <> from_minute),
  -- Whether what comes meanwhile is summarized afterwards; otherwise it is left out.
  keeps boolean not null
);

-- The keys by which push services know this deployment (VAPID), in base64url.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null check (length(public_key) <= 200),
  private_key text not null check (length(private_key) <= 200),
  created_at timestamptz not null default now()
);

insert into account_tables values
  ('destinations', 'account_id', 'destinations'),
  ('quiet_hours', 'account_id', 'quietHours');

alter table mails rename to outbox;
alter table outbox
  alter recipient drop not null,
  add destination_id uuid references destinations (id) on delete cascade,
  add check ((recipient is null) <> (destination_id is null)),
  -- What was said to the last attempt: the status of HTTP, and the beginning of the answer or what went wrong.
  add last_status integer,
  add last_answer text check (length(last_answer) <= 300),
  drop constraint mails_kind_check,
  add constraint outbox_kind_check check (destination_id is not null and length(kind) <= 64 or kind in (
    'sign-in', 'sign-up', 'invitation', 'new-way-in', 'station-silent', 'station-back', 'alert', 'claim-decided',
    'email-change', 'erasure-planned', 'transfer-accepted', 'quiet-summary'
  ));
alter index mails_due rename to outbox_due;
create index outbox_destination on outbox (destination_id, id) where destination_id is not null;
create index outbox_account_time on outbox (account_id, created_at) where destination_id is not null;
-- One summary of quiet hours waits for each receiver.
create unique index outbox_summary on outbox (coalesce(destination_id::text, recipient))
  where kind = 'quiet-summary' and attempts = 0 and sent_at is null and given_up_at is null;
drop index mails_alert_message;
create index outbox_message on outbox ((facts->>'messageId')) where sent_at is null and facts ? 'messageId';
create index outbox_sender on outbox ((facts->>'senderId')) where sent_at is null and facts ? 'senderId';

-- The mails alone, for services of the release before, which know this name.
create view mails as
  select id, kind, recipient, account_id, facts, created_at, expires_at, attempts, next_attempt_at, sent_at, given_up_at
  from outbox where destination_id is null;

-- Makes an id that is ordered by time, for lists.
create function outbox_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Returns when the quiet hours end in which an account is now; null if it is in none.
create function quiet_until(account uuid) returns timestamptz language plpgsql stable
security definer set search_path = public, pg_temp as $$
declare
  quiet quiet_hours;
  here timestamp;
  starts timestamp;
  ends timestamp;
begin
  select * into quiet from quiet_hours where account_id = account;
  if not found then return null; end if;
  here := now() at time zone quiet.zone;
  for days_ago in 0..1 loop
    starts := date_trunc('day', here) - make_interval(days => days_ago) + make_interval(mins => quiet.from_minute);
    ends := starts + make_interval(mins => (quiet.to_minute - quiet.from_minute + 1440) % 1440);
    if here >= starts and here < ends then return ends at time zone quiet.zone; end if;
  end loop;
  return null;
exception when invalid_parameter_value then
  -- A zone that Postgres has no more keeps nothing from its owner.
  return null;
end
$$;

-- Keeps a title for the end of quiet hours: one summary for each receiver. Does nothing if its owner wants none.
create function keep_quiet(account uuid, destination uuid, address text, title text, link text, quiet timestamptz)
returns void language sql
security definer set search_path = public, pg_temp as $$
  insert into outbox as o (id, kind, destination_id, recipient, account_id, facts, next_attempt_at, expires_at)
  select outbox_id(), 'quiet-summary', destination, address, account,
    jsonb_build_object('count', '1', 'what', left(title, 200), 'link', link), quiet, quiet + interval '3 days'
  where exists (select from quiet_hours q where q.account_id = account and q.keeps)
  on conflict (coalesce(destination_id::text, recipient))
    where kind = 'quiet-summary' and attempts = 0 and sent_at is null and given_up_at is null
  do update set next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at,
    facts = o.facts || jsonb_build_object(
      'count', ((o.facts->>'count')::integer + 1)::text,
      'what', left((o.facts->>'what') || ' · ' || (excluded.facts->>'what'), 1000))
$$;

-- Queues a notification for the destinations of its user that want its type, in the transaction that adds it: none is
-- missing, and none is sent of what was rolled back. An account has 120 deliveries an hour and a destination 500 that wait;
-- the first one beyond is recorded as given up, the others are left out.
create function queue_deliveries() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  one destinations;
  quiet timestamptz;
  recent bigint;
  waiting bigint;
  limit_text text;
begin
  for one in
    select * from destinations d
    where d.account_id = new.user_id and d.enabled and new.type = any(d.types)
      and (new.type <> 'alert.match' or cardinality(d.rule_ids) = 0 or new.data->>'ruleId' = any(d.rule_ids::text[]))
      and d.id::text is distinct from new.data->>'destinationId'
    order by d.id
  loop
    quiet := quiet_until(new.user_id);
    if quiet is not null then
      perform keep_quiet(new.user_id, one.id, null, new.title, null, quiet);
      continue;
    end if;
    select count(*) into recent from outbox
    where account_id = new.user_id and destination_id is not null and created_at > now() - interval '1 hour';
    select count(*) into waiting from outbox
    where destination_id = one.id and sent_at is null and given_up_at is null;
    exit when recent > 120;
    continue when waiting > 500;
    limit_text := case
      when recent = 120 then 'Left out: the account has had 120 deliveries in an hour.'
      when waiting = 500 then 'Left out: 500 deliveries wait for this destination.' end;
    insert into outbox (id, kind, destination_id, account_id, facts, expires_at, given_up_at, last_answer)
    values (
      outbox_id(), new.type, one.id, new.user_id,
      case when limit_text is not null then '{}' else jsonb_strip_nulls(jsonb_build_object(
        -- Within the bound of facts, whatever characters they have.
        'notificationId', new.id, 'title', left(new.title, 150), 'body', left(new.body, 800), 'data',
        case when octet_length(new.data::text) <= 1500 then new.data else '{}' end,
        'messageId', left(new.data->>'messageId', 64), 'senderId', left(new.data->>'senderId', 64))) end,
      now() + interval '3 days', case when limit_text is not null then now() end, limit_text
    );
  end loop;
  return null;
end
$$;
create trigger notifications_deliver after insert on notifications
  for each row execute function queue_deliveries();

-- As before, and mails and deliveries of any kind that have words of the messages go with them.
create or replace function redact_messages(
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
    insert into redactions (message_id, group_id, station_id, reason, redacted_by, stored_late)
    select m.id, m.group_id, m.station_id, why, who, m.stored_at is not null from messages m where m.id = any(chosen)
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
    delete from outbox o using changed c
    where o.sent_at is null and o.facts ? 'messageId' and o.facts->>'messageId' = c.id::text
  )
  select c.id, c.kind, c.account_id from changed c;
end
$$;

-- As before, and the excerpts that wait to be delivered go too.
create or replace function erase_chat(erasure uuid, account uuid, rows_max integer) returns bigint
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
  delete from outbox where sent_at is null and facts ? 'senderId' and facts->>'senderId' = account::text;
  perform count_erased(erasure, 'chatMessages', emptied);
  perform count_erased(erasure, 'excerpts', excerpts);
  return emptied + excerpts;
end
$$;

revoke execute on function quiet_until(uuid), keep_quiet(uuid, uuid, text, text, text, timestamptz),
  queue_deliveries() from public;
