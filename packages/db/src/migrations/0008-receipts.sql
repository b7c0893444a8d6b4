-- Receipts of what a station has sent in a minute: the ids that were stored on time, whatever is redacted later.

-- Whether the message was stored later than half a minute after it arrived, as the column `stored_at` of messages tells.
alter table redactions add column stored_late boolean not null default false;
create index redactions_station on redactions (station_id, message_id);
