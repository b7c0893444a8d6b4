-- What a message says: decoded once, in ingest.
alter table messages add column sublabel text;
alter table messages add column mfi text;
alter table messages add column decoded jsonb;
alter table messages add column position_source text;
alter table messages add column on_ground boolean;
alter table messages add column times jsonb;
alter table messages add column assembly jsonb;
