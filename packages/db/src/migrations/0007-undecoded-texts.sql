-- Texts that nothing has read, counted by their layout, so that writers of decoders see what is worth reading.

-- The layout of a text: letters become A, digits 0, and spaces and control characters one space.
create function text_layout(body text) returns text
language sql immutable strict parallel safe as $$
  select left(regexp_replace(regexp_replace(regexp_replace(
    left(body, 120), '[^[:graph:]]+', ' ', 'g'), '[[:alpha:]]+', 'A', 'g'), '[0-9]+', '0', 'g'), 40)
$$;

-- First receptions with a text that nothing has read, and by what they are counted.
create view undecoded_messages as
  select id, station_id, (created_at at time zone 'UTC')::date as day, coalesce(label, '') as label,
    text_layout(body) as layout,
    coalesce(substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), '') as airline
  from messages
  where decoded is null and id = group_id and body ~ '[A-Za-z0-9]';

create table undecoded_texts (
  day date not null,
  label text not null,
  -- Empty, as the airline, for all texts beyond the bound of a day.
  layout text not null,
  -- Empty for messages without a flight.
  airline text not null,
  messages bigint not null,
  -- The newest ones.
  message_ids uuid[] not null,
  primary key (day, label, layout, airline)
);

-- The last message that was looked at.
create table undecoded_counted (last uuid not null);
insert into undecoded_counted (last) select message_id_floor(now() - interval '7 days');

-- Counts the transmissions after the last one that was looked at, and returns how many messages it looked at. Those that another station's
-- decoder read do not count. A day has 20,000 rows and no more, because senders choose texts.
create function count_undecoded_texts(until_id uuid, messages_max integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  from_id uuid;
  to_id uuid;
  seen integer;
begin
  select last into from_id from undecoded_counted for update;
  select (array_agg(id order by id desc))[1], count(*) into to_id, seen from (
    select id from messages where id > from_id and id < until_id order by id limit messages_max
  ) as slice;
  if seen = 0 then return 0; end if;
  with found as (
    select first.*, (select count(*) >= 20000 from undecoded_texts t where t.day = first.day) as is_full
    from undecoded_messages as first
    where id > from_id and id <= to_id and station_id <> all(array(select s.id from stations s where canary))
      and not exists (
        select from messages as copy
        -- The bound leaves out the partitions of other days.
        where copy.group_id = first.id and copy.group_id <> copy.id and copy.id > from_id and copy.decoded is not null
      )
  )
  insert into undecoded_texts as old (day, label, layout, airline, messages, message_ids)
  select day, label, case when is_full then '' else layout end, case when is_full then '' else airline end,
    count(*), (array_agg(id order by id desc))[1:3]
  from found group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (day, label, layout, airline) do update set
    messages = old.messages + excluded.messages,
    message_ids = (excluded.message_ids || old.message_ids)[1:3];
  update undecoded_counted set last = to_id;
  return seen;
end
$$;
