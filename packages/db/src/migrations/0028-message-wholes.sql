-- The wholes of messages of several blocks. A whole is completed by one message; its parts are the
-- transmissions (group ids) that its text is made of.
create table message_wholes (
  message_id uuid primary key,
  group_id uuid not null,
  station_id integer not null,
  received_at timestamptz not null,
  part_ids uuid[] not null,
  -- The stations whose receptions the text is made of.
  station_ids integer[] not null,
  joined_by text not null,
  body text not null,
  decoded jsonb,
  latitude float8,
  longitude float8,
  altitude float8
);

-- The same parts make one whole, also when Redis was emptied and they were joined again.
create unique index message_wholes_part_ids on message_wholes (part_ids);
create index message_wholes_parts on message_wholes using gin (part_ids);
