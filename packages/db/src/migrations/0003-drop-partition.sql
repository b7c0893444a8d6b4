-- Drops one partition, in one statement. It takes turns with ensure_partition, which wants the same
-- tables in another order, and waits a second at most for its locks: whoever reads or writes the
-- table meanwhile waits behind it.
--
-- Returns whether it was there.
create function drop_partition(parent text, partition text)
returns boolean language plpgsql set lock_timeout = '1s' as $$
begin
  perform pg_advisory_xact_lock(5917002);
  if not exists (
    select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = parent::regclass and relname = partition
  ) then
    return false;
  end if;
  execute format('drop table %I', partition);
  return true;
end
$$;
