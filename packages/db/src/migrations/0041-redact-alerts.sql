-- A redaction reaches what is made of messages: matches of alert rules, their notifications and mails.
create index alert_matches_message on alert_matches (message_id);
create index notifications_alert_message on notifications ((data->>'messageId'))
  where type = 'alert.match';
create index mails_alert_message on mails ((facts->>'messageId'))
  where kind = 'alert' and sent_at is null;

-- Whether the message was redacted, or only the whole that it completes. Fanout keeps a row for some time,
-- because the message may still be on its way to the feed log.
alter table feed_log_removals
  add column what text not null default 'message' check (what in ('message', 'whole'));
create index feed_log_removals_time on feed_log_removals (asked_at);

-- Redacts messages by their ids, or those of a station from first_id up to end_id, at most rows_max. It always
-- leaves a record of them. `what` is 'message', or 'whole' for a message that only lost its whole. Matches of
-- alert rules, notifications and mails that have their words are deleted with them. The lock is that of
-- deliver_alerts: what it delivers is found here, and what it reads later was redacted before.
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

-- Delivers matches of alert rules, by one process at a time. The limit of a day counts what was delivered
-- before, so the statement that counts begins when the delivery before it has ended.
create or replace function deliver_alerts(ids uuid[], per_day integer)
returns table (
  account_id uuid, rule text, stop_token uuid, message_id uuid, words text, notified boolean,
  recipient text
) language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(5917003) then
    return;
  end if;
  -- The persister may have added them while they were redacted.
  delete from alert_matches m using redactions d
  where m.taken_at is null and d.message_id = m.message_id;
  return query
  with due as (
    select r.id, r.account_id, r.name, r.notify, r.email, r.muted_until, r.stop_token, (
      select m.group_id from alert_matches m where m.rule_id = r.id and m.taken_at is null
      order by m.matched_at desc, m.group_id desc limit 1
    ) as latest
    from alert_rules r
    where exists (select 1 from alert_matches m where m.rule_id = r.id and m.taken_at is null)
      and (r.delivered_at is null or r.delivered_at <= now() - interval '1 minute')
    order by r.delivered_at nulls first, r.id limit cardinality(ids) for update of r skip locked
  ), taken as (
    update alert_matches m set taken_at = now(), delivered = m.group_id = due.latest
    from due where m.rule_id = due.id and m.taken_at is null
    returning m.*
  ), touched as (
    update alert_rules r set delivered_at = now() from due where r.id = due.id
  ), shown as (
    select due.*, a.email as address, m.message_id, m.station_id, m.flight, m.tail, m.description,
      (select sum(1 + more) - 1 from taken t where t.rule_id = due.id)::integer as more
    from due
    join taken m on m.rule_id = due.id and m.delivered
    join accounts a on a.id = due.account_id and a.ended_at is null
    where not coalesce(due.muted_until > now(), false)
      and not exists (
        select 1 from stations s where s.id = m.station_id and s.hidden
          and s.account_id is distinct from due.account_id
      )
  ), numbered as (
    select shown.*, row_number() over (order by id) as nth,
      row_number() over (partition by account_id order by id) as number,
      concat_ws(': ', coalesce(flight, tail), nullif(description, ''))
        || case when more > 0 then ' (and ' || more || ' more)' else '' end as words
    from shown
  ), notified as (
    insert into notifications (id, user_id, type, subject, title, body, data)
    select ids[nth], account_id, 'alert.match', id::text || ' ' || latest::text, name,
      words, jsonb_build_object('ruleId', id, 'messageId', message_id, 'flight', flight, 'tail', tail,
        'description', description, 'more', more)
    from numbered
    where notify and number + (
      select count(*) from notifications n
      where n.user_id = numbered.account_id and n.type = 'alert.match'
        and n.created_at > now() - interval '1 day'
    ) <= per_day
    on conflict do nothing
    returning user_id, subject
  )
  select account_id, name, stop_token, message_id, words,
    exists (
      select 1 from notified where subject = numbered.id::text || ' ' || latest::text
    ) as notified,
    case when email and number + (
      select count(*) from mails
      where mails.account_id = numbered.account_id and kind = 'alert'
        and mails.created_at > now() - interval '1 day'
    ) <= per_day then address end as recipient
  from numbered;
end
$$;
