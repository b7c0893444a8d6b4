-- What the code of the first operator is derived from, together with a secret that only rest has. It is replaced when the code is
-- used, so that a code is valid once, and never again.
create table setup (
  is_single boolean primary key default true check (is_single),
  salt uuid not null default gen_random_uuid()
);
insert into setup default values;
