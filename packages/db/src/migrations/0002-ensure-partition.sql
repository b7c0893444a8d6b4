-- Makes the partition of one day, in one statement, so that a connection lost half-way leaves nothing.
--
-- A default partition that holds rows of the day would make "create table … partition of" fail for
-- ever. So the partition is made aside, takes those rows along and is attached, while nobody can
-- write to the default one; it waits five seconds at most for that.
--
-- Returns how many rows came from the default partition; null when the partition was there.
create function ensure_partition(parent text, partition text, from_id uuid, to_id uuid)
returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  moved bigint;
begin
  perform pg_advisory_xact_lock(5917002);
  -- By a query: to_regclass may not have heard yet of what another process made meanwhile.
  if exists (select 1 from pg_class where relname = partition and pg_table_is_visible(oid)) then
    return null;
  end if;
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('create table %I (like %I including defaults including constraints including indexes)',
    partition, parent);
  execute format('with taken as (delete from %I where id >= $1 and id < $2 returning *)
    insert into %I select * from taken', parent || '_default', partition) using from_id, to_id;
  get diagnostics moved = row_count;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, partition, from_id, to_id);
  return moved;
end
$$;
