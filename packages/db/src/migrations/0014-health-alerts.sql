-- Health of the service: which faults are open, which operators are notified of them, and what canary messages showed.

-- The faults that are open or have ended lately, as packages/health follows them. One process at a time works on it.
create table health_watch (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null default '1970-01-01 00:00:00+00',
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array' and octet_length(faults::text) <= 200000)
);
insert into health_watch default values;

-- What an operator wants to be notified of; one without a row is notified of everything, also by mail.
create table health_alerts (
  account_id uuid primary key references accounts (id),
  minimum text not null check (minimum in ('warning', 'critical', 'none')),
  mail boolean not null
);
insert into account_tables values ('health_alerts', 'account_id', 'healthAlerts');

-- Canary messages of an hour, and how many of them arrived in time.
create table canary_hours (
  hour timestamptz primary key check (hour = date_trunc('hour', hour, 'UTC')),
  sent integer not null check (sent > 0),
  arrived integer not null check (arrived between 0 and sent)
);

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (destination_id is not null and length(kind) <= 64 or kind in (
    'sign-in', 'sign-up', 'invitation', 'new-way-in', 'station-silent', 'station-back', 'alert', 'claim-decided',
    'email-change', 'erasure-planned', 'transfer-accepted', 'quiet-summary', 'service-health'
  ));

-- As before; a critical fault of the service does not wait for the end of quiet hours.
create or replace function queue_deliveries() returns trigger language plpgsql
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
    quiet := case when new.type = 'service.health' and new.data->>'severity' = 'critical' then null
      else quiet_until(new.user_id) end;
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
revoke execute on function queue_deliveries() from public;
