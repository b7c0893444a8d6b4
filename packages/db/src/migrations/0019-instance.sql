-- Which instance the rows are of. A restored back-up brings that of the instance that it was taken of.
alter table setup add column instance uuid not null default gen_random_uuid();
