-- A change as a next version may bring it: a column and an index of a table that is written all the time.
alter table messages add column rehearsal integer not null default 0;
create index messages_rehearsal on messages (rehearsal) where rehearsal <> 0;
alter table stations add column rehearsal text;
