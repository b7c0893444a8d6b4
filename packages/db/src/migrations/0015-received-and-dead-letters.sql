-- Renames only: they change the catalog, not the rows. A rename on messages reaches its partitions.
alter table messages rename column heard_at to received_at;
alter table stations rename column first_heard_at to first_received_at;
alter table stations rename column last_heard_at to last_received_at;
alter table airframes rename column first_heard_at to first_received_at;
alter table airframes rename column last_heard_at to last_received_at;
alter index airframes_heard rename to airframes_received;
alter table flights rename column first_heard_at to first_received_at;
alter table flights rename column last_heard_at to last_received_at;

-- Entries that could not be stored, with the reason.
alter table parked_entries rename to dead_letters;
alter table dead_letters rename column parked_at to added_at;
alter index parked_entries_pkey rename to dead_letters_pkey;

-- The time since which messages have been received without a gap, one row.
alter table hearing rename to reception_uptime;
alter table reception_uptime rename column last_heard_at to last_received_at;
alter table reception_uptime rename constraint hearing_id_check to reception_uptime_id_check;
alter index hearing_pkey rename to reception_uptime_pkey;

-- Job names and the member that holds what the last success did.
alter table job_runs rename column outcome to result;
delete from job_runs where job in ('drop-flights', 'warn-expiring-keys');
update job_runs set job = 'drop-flights' where job = 'drop-unheard';
update job_runs set job = 'warn-expiring-keys' where job = 'warn-ending-keys';
