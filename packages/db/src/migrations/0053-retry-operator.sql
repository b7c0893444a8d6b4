-- The operator of the command line who asked for a retry, which an ingest carries out: `user@host`.
alter table dead_letters
  add column retry_operator text check (length(retry_operator) between 1 and 128);
create index dead_letters_retry_operator on dead_letters (id) where retry_operator is not null;
