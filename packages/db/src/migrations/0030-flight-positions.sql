-- The latest positions that messages of a flight reported, newest first, each
-- {Unix seconds, latitude, longitude, feet, degrees of track}; the flight shows one of them.
alter table flights add column positions float8[];
alter table flights add column position_at timestamptz;
alter table flights add column track float8;
-- When the messages were received that named the airports.
alter table flights add column departing_at timestamptz;
alter table flights add column destination_at timestamptz;
-- The latest times that messages reported.
alter table flights add column took_off_at timestamptz;
alter table flights add column landed_at timestamptz;

update flights set
  positions = array[array[extract(epoch from last_received_at), latitude, longitude, altitude, null]],
  position_at = last_received_at
where latitude is not null and longitude is not null;
update flights set
  departing_at = case when departing_airport is not null then last_received_at end,
  destination_at = case when destination_airport is not null then last_received_at end
where departing_airport is not null or destination_airport is not null;

-- The length of the great circle between two positions, nautical miles.
create function nautical_miles(
  from_latitude float8, from_longitude float8, to_latitude float8, to_longitude float8
) returns float8 language sql immutable parallel safe
return 2 * 3440.065 * asin(least(1, sqrt(
    sind((to_latitude - from_latitude) / 2) ^ 2
    + cosd(from_latitude) * cosd(to_latitude) * sind((to_longitude - from_longitude) / 2) ^ 2
  )));

-- Adds reported positions of a flight to the known ones, and decides which one the flight shows.
--
-- The six newest are kept; a position that is reported again is kept once, with its latest time. Shown
-- is the end of the longest chain of positions that an airframe can fly; of equally long ones the
-- chain that ends first. So one wrong position is left out, and a wrong first one as soon as two later
-- ones agree. A flight that shows a position never goes back to an older one, in any order of storing.
-- A leg can be flown at 1,300 knots, and may be 30 nautical miles longer: a report may be some minutes
-- older than its message.
create function merge_positions(
  known float8[], reported float8[], shown_at timestamptz,
  out positions float8[], out latitude float8, out longitude float8, out altitude float8,
  out track float8, out position_at timestamptz
) language plpgsql immutable parallel safe
as $$
declare
  kept constant integer := 6;
  speed_max constant float8 := 1300;
  leg_slack constant float8 := 30;
  -- A closer position may differ by rounding only; one that is older shows no present direction.
  course_leg_min constant float8 := 1;
  course_s_max constant float8 := 1800;
  shown_s constant float8 := coalesce(extract(epoch from shown_at), '-infinity'::float8);
  p float8[] := known;
  report float8[];
  lengths integer[];
  previous integer[];
  longest integer := 0;
  shown integer := 1;
  n integer;
  i integer;
begin
  if reported is null then
    return;
  end if;
  foreach report slice 1 in array reported loop
    n := 1;
    i := null;
    while n <= coalesce(array_length(p, 1), 0) loop
      if p[n][2] = report[2] and p[n][3] = report[3] then
        exit when p[n][1] >= report[1];
        p := p[:n - 1] || p[n + 1:];
      else
        if i is null and (p[n][1], p[n][2], p[n][3]) < (report[1], report[2], report[3]) then
          i := n;
        end if;
        n := n + 1;
      end if;
    end loop;
    -- Otherwise it is known with a later time.
    if n > coalesce(array_length(p, 1), 0) then
      i := coalesce(i, n);
      p := (p[:i - 1] || array[report] || p[i:])[:kept];
    end if;
  end loop;
  positions := p;

  -- From the oldest, which is the last, to the newest.
  for n in reverse array_length(p, 1) .. 1 loop
    lengths[n] := 1;
    for m in n + 1 .. array_length(p, 1) loop
      if lengths[m] >= lengths[n] and nautical_miles(p[m][2], p[m][3], p[n][2], p[n][3])
        <= leg_slack + speed_max * (p[n][1] - p[m][1]) / 3600 then
        lengths[n] := lengths[m] + 1;
        previous[n] := m;
      end if;
    end loop;
    if lengths[n] > longest then
      longest := lengths[n];
      shown := n;
    end if;
  end loop;
  -- The first from the oldest that is not older than the one shown so far.
  if p[shown][1] < shown_s then
    for n in 1 .. array_length(p, 1) loop
      exit when p[n][1] < shown_s;
      shown := n;
    end loop;
  end if;

  position_at := to_timestamp(p[shown][1]);
  latitude := p[shown][2];
  longitude := p[shown][3];
  altitude := p[shown][4];
  track := p[shown][5];
  i := previous[shown];
  while i is not null and (altitude is null or track is null) loop
    exit when p[shown][1] - p[i][1] > course_s_max;
    altitude := coalesce(altitude, p[i][4]);
    if track is null
      and nautical_miles(p[i][2], p[i][3], latitude, longitude) >= course_leg_min then
      -- The course at the end of the great circle between the two.
      track := round(atan2d(
        sind(longitude - p[i][3]) * cosd(p[i][2]),
        cosd(p[i][2]) * sind(latitude) * cosd(longitude - p[i][3]) - sind(p[i][2]) * cosd(latitude)
      ) + 360)::integer % 360;
    end if;
    i := previous[i];
  end loop;
end
$$;
