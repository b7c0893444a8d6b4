-- How well a station received a message, as its decoder tells: 18 bytes of a row at most, and none where it tells nothing.
alter table messages
  add column noise real,
  add column snr real,
  -- Hz.
  add column frequency_skew real,
  add column bit_rate smallint,
  add column slot text,
  add column octets_corrected smallint,
  -- The number of the ground station of HFDL that sent the message or that it was sent to.
  add column ground_station smallint;
