-- Delivers matches of alert rules, by one process at a time. The limit of a day counts what was delivered
-- before, so the statement that counts begins when the delivery before it has ended.
create function deliver_alerts(ids uuid[], per_day integer)
returns table (
  account_id uuid, rule text, stop_token uuid, message_id uuid, words text, notified boolean,
  recipient text
) language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(5917003) then
    return;
  end if;
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
