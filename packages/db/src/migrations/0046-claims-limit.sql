-- Adds a claim that waits, unless the account has so many for other stations. The account is locked, so that claims
-- made at the same time are counted. Returns 'added'; 'known' if the claim waits already; 'too-many'.
create function add_claim(
  claim uuid, station integer, claimant uuid, claim_note text, pending_max integer
) returns text language plpgsql as $$
begin
  perform 1 from accounts where id = claimant for update;
  if exists (
    select from station_claims c
    where c.station_id = station and c.account_id = claimant and c.decided_at is null
  ) then
    return 'known';
  end if;
  if pending_max <= (
    select count(*) from station_claims c where c.account_id = claimant and c.decided_at is null
  ) then
    return 'too-many';
  end if;
  insert into station_claims (id, station_id, account_id, note)
  values (claim, station, claimant, claim_note);
  return 'added';
end
$$;
