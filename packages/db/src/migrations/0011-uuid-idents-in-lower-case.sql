-- A UUID as ident is stored in lower case from here on, whichever way a program of the feeder writes it. Stations that have
-- one in upper case would be refused as too similar to themselves.
update stations set ident = lower(ident), updated_at = now()
where ident ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and ident <> lower(ident)
  and not exists (select from stations as other where other.ident = lower(stations.ident));
