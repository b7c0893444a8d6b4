-- Dead letters get a number, by which operators name them and lists page, and their details, so that they
-- can be put back into the stream. A dropped one keeps its row without its content: doctor counts it.
alter table dead_letters add column id bigint generated always as identity;
alter table dead_letters add column details jsonb;
alter table dead_letters add column dropped_at timestamptz;
create unique index dead_letters_id on dead_letters (id);
