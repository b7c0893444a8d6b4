-- Receipts of what a station has sent in a minute: the ids that were stored on time, whatever is redacted later.

-- Whether the message was stored later than half a minute after it arrived, as the column `stored_at` of messages tells.
alter table redactions add column stored_late boolean not null default false;
create index redactions_station on redactions (station_id, message_id);

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
    delete from mails using changed c
    where mails.kind = 'alert' and mails.sent_at is null and mails.facts->>'messageId' = c.id::text
  )
  select c.id, c.kind, c.account_id from changed c;
end
$$;
