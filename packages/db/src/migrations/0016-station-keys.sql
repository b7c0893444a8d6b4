-- Keys by which stations prove their messages. Only the SHA-256 of a key is stored.
create table station_keys (
  id uuid primary key default gen_random_uuid(),
  station_id integer not null references stations (id) on delete cascade,
  key_hash bytea not null unique,
  -- The first characters, by which its owner recognizes a key.
  hint text not null,
  label text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index station_keys_active on station_keys (station_id) where revoked_at is null;

-- What happens to messages without a valid key, once the station has one: `any` accepts and flags
-- them, `required` refuses them.
alter table stations add column key_policy text not null default 'any'
  check (key_policy in ('any', 'required'));

-- Whether a station key proved the message; null if its station had no key.
alter table messages add column authenticated boolean;

-- Issues a key of a station; with an owner only if the station is that account's. Returns null if
-- there is no such station, or if it has keys_max active keys. The row lock orders concurrent calls.
create function issue_station_key(
  station integer, owner uuid, hash bytea, shown text, name text, keys_max integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  update stations set updated_at = now()
  where id = station and (owner is null or account_id = owner);
  if not found then return null; end if;
  insert into station_keys (station_id, key_hash, hint, label)
  select station, hash, shown, name
  where (
    select count(*) from station_keys where station_id = station and revoked_at is null
  ) < keys_max
  returning id into made;
  return made;
end
$$;
