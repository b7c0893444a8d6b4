-- Names without case and diacritics, for searches: "Zürich" is found by "zurich".
create function fold_name(name text) returns text
  language plpgsql immutable strict parallel safe cost 50
as $$
begin
  return translate(
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
    U&'\00F8\0142\0111\0131', U&'\006F\006C\0064\0069'
  );
end
$$;

-- Airports by ICAO and IATA code; some have only one of them.
create table airports (
  code text primary key generated always as (coalesce(icao, iata)) stored,
  icao text unique check (icao ~ '^[A-Z0-9]{4}$'),
  iata text unique check (iata ~ '^[A-Z0-9]{3}$'),
  name text not null,
  city text,
  country_code text,
  latitude float8 not null,
  longitude float8 not null
);
create index airports_name on airports
  using gin (fold_name(name || ' ' || coalesce(city, '')) gin_trgm_ops) with (fastupdate = off);
create index airlines_name on airlines
  using gin (fold_name(name) gin_trgm_ops) with (fastupdate = off);

-- Imports a list of airports, each code once. A code of the list is taken from the airport that had
-- it: one with the same ICAO code is changed, one that is left without a code is deleted. With
-- `replaces`, no other airports remain.
create function import_airports(
  icao_codes text[], iata_codes text[], names text[], cities text[], countries text[],
  latitudes float8[], longitudes float8[], replaces boolean
) returns bigint language plpgsql as $$
declare
  written bigint;
begin
  lock table airports in share row exclusive mode;
  if replaces then
    delete from airports;
  else
    delete from airports where icao = any(icao_codes) or (icao is null and iata = any(iata_codes));
    update airports set iata = null where iata = any(iata_codes);
  end if;
  insert into airports (icao, iata, name, city, country_code, latitude, longitude)
  select * from unnest(icao_codes, iata_codes, names, cities, countries, latitudes, longitudes);
  get diagnostics written = row_count;
  return written;
end
$$;
