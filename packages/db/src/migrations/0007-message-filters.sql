-- What lists of messages are filtered by, each in the order of ids.
--
-- Trigrams find a part of a text. The extension comes with Postgres and needs no superuser.
create extension if not exists pg_trgm;
create index messages_text on messages using gin (body gin_trgm_ops);

-- Hyphens of a tail come and go on the air.
create index messages_tail on messages (replace(tail, '-', ''), id) where tail is not null;
create index messages_label on messages (label, id) where label is not null;
-- A rectangle is told from the index alone.
create index messages_position on messages (id, latitude, longitude)
  where latitude is not null and longitude is not null;
