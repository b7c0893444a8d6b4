-- The number of the ledger's last write. A producer that finds a lower one than it has written knows
-- that the server went back to an older state.
alter table ledgers add column generation bigint not null default 0;
