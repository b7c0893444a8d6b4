-- When a message was stored, if that is more than 30 s before or after the time in its id, because it
-- was late or a clock was wrong. Null otherwise, so that the index stays almost empty.
alter table messages add column stored_at timestamptz;
create index messages_stored on messages (station_id, stored_at, id) where stored_at is not null;

-- How far fanout had delivered the stream: at this time, everything that was appended to it before
-- `delivered_until` was in the feed logs. A client that received a message that arrived later has
-- received, or was able to receive, all of that.
create table feed_marks (
  at timestamptz primary key default now(),
  delivered_until timestamptz not null
);
-- For the time before, when nobody noted it, a delay of up to ten minutes is assumed.
insert into feed_marks (at, delivered_until)
select at, at - interval '10 minutes'
from generate_series(now() - interval '7 days', now(), interval '10 minutes') as at;
