-- What lists of messages are filtered by besides, each in the order of ids.
--
-- The later receptions of a transmission. Its first one has the id of the group.
create index messages_group on messages (group_id, id) where group_id <> id;
-- The airline of a flight: the code before its number, of three letters (ICAO) or two characters (IATA).
create index messages_airline
  on messages (substring(flight_key from '^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]'), id)
  where flight_key is not null;
create index messages_application on messages ((decoded->>'application'), id)
  where decoded->>'application' is not null;
-- A part of what a message says in words.
create index messages_description on messages using gin ((decoded->>'description') gin_trgm_ops);
