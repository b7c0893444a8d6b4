-- Messages whose content was taken away, with the reason. The content itself is gone from messages
-- and message_raws; what comes again (a redelivered batch) is not stored again.
create table redactions (
  message_id uuid primary key,
  reason text not null check (length(reason) between 1 and 500),
  redacted_by text not null,
  redacted_at timestamptz not null default now()
);
