-- Links a batch of received messages, in order: detects duplicates and finds the transmission, the
-- airframe and the flight of each. Repeating the script for the same message ids gives the same result:
-- the result of a message is stored under its repeat key, as "<id>|<status>|<group id>", or as "<id>"
-- in the usual case of a new message that is the first of its group. Of a burst on several channels it is
-- "<id>|burst|<id of the message that is kept>".
--
-- Nearly every message is new, so each key is read and set in one command (SET NX GET).
--
-- KEYS    prefixes, all of one hash slot: [1] repeats  [2] bursts  [3] groups  [4] flights
--         and hashes: [5] airframes by 24-bit address  [6] airframes by tail
-- ARGV[1] how long a repeat is remembered (s)   ARGV[2] the burst window (ms)
-- ARGV[3] the group window (ms)                 ARGV[4] the most airframes remembered
-- then per message, ten each; an empty string is "none":
--   id, repeat key, burst key, group key, message time (ms), 24-bit address, tail,
--   flight key, airframe id to use if it is new, flight id to use if it is new
--
-- Returns per message five strings: status ('new', 'repeat', 'burst'), group id, '1' when it is
-- the group's first, airframe id, flight id. Of a duplicate, the second is the id of the message that is
-- kept; '' if that is unknown.
local repeat_seconds = tonumber(ARGV[1])
local burst_window, group_window = tonumber(ARGV[2]), tonumber(ARGV[3])
local airframes_max = tonumber(ARGV[4])
-- A flight ends when it was not received for longer than the first. It must be below a day, less the
-- time that a flight takes: many numbers are flown every day, by the same airframe or by an unknown one.
local flight_seconds, flying_ms = 43200, 3600000
-- The time at which a flight was last received is updated after this long.
local flight_stale_ms = 60000

-- A value "<ms>|<id>" as number and id.
local function stamped(value)
  local bar = string.find(value, '|', 1, true)
  return tonumber(string.sub(value, 1, bar - 1)), string.sub(value, bar + 1)
end

local function has_room(hash)
  return redis.call('HLEN', hash) < airframes_max
end

-- Returns the id of the airframe, or ''. A tail maps to "<id>|<address or nothing>". An address learnt
-- later is added to the airframe that its tail created; a tail received with another address has moved
-- to another airframe.
local function airframe_of(icao, tail, fresh)
  local by_tail = tail ~= '' and redis.call('HGET', KEYS[6], tail) or false
  local tail_id, tail_icao = '', ''
  if by_tail then
    local bar = string.find(by_tail, '|', 1, true)
    tail_id, tail_icao = string.sub(by_tail, 1, bar - 1), string.sub(by_tail, bar + 1)
  end
  if icao == '' then
    if by_tail then return tail_id end
    if tail == '' or fresh == '' or not has_room(KEYS[6]) then return '' end
    redis.call('HSET', KEYS[6], tail, fresh .. '|')
    return fresh
  end
  local id = redis.call('HGET', KEYS[5], icao)
  if not id then
    if by_tail and tail_icao == '' then id = tail_id else id = fresh end
    if id == '' or not has_room(KEYS[5]) then return '' end
    redis.call('HSET', KEYS[5], icao, id)
  end
  if tail ~= '' and (tail_id ~= id or tail_icao ~= icao) and fresh ~= ''
    and (by_tail or has_room(KEYS[6])) then
    redis.call('HSET', KEYS[6], tail, id .. '|' .. icao)
  end
  return id
end

-- Returns the id of the flight, or ''. The same airframe and flight number within 12 hours is one flight. A
-- message without a flight number belongs to the flight of its airframe if that was received within
-- the last hour.
local function flight_of(airframe, key, at, fresh)
  local current = KEYS[4] .. 'on:' .. airframe
  if key == '' then
    local on = airframe ~= '' and redis.call('GET', current)
    if not on then return '' end
    local seen, id = stamped(on)
    if math.abs(at - seen) > flying_ms then return '' end
    return id
  end
  local name, value = KEYS[4] .. airframe .. ':' .. key, at .. '|' .. fresh
  local known = redis.call('SET', name, value, 'NX', 'GET', 'EX', flight_seconds)
  local id = fresh
  if known then
    local seen, knownId = stamped(known)
    local apart = math.abs(at - seen)
    if apart <= flight_seconds * 1000 then id = knownId end
    value = at .. '|' .. id
    if apart > flight_stale_ms then redis.call('SET', name, value, 'EX', flight_seconds) end
  end
  if airframe ~= '' then redis.call('SET', current, value, 'PX', flying_ms) end
  return id
end

local out = {}
local function answer(status, group, first, airframe, flight)
  local n = #out
  out[n + 1], out[n + 2], out[n + 3] = status, group, first
  out[n + 4], out[n + 5] = airframe, flight
end

-- Returns the message with the same content that one station has received at nearly the same time on
-- another channel, or nil.
local function copy_of(key, id, at)
  if key == '' then return nil end
  local name, value = KEYS[2] .. key, at .. '|' .. id
  local known = redis.call('SET', name, value, 'NX', 'GET', 'EX', 60)
  if not known then return nil end
  local seen, owner = stamped(known)
  if owner ~= id and math.abs(at - seen) <= burst_window then return owner end
  redis.call('SET', name, value, 'EX', 60)
  return nil
end

-- Returns the id of the transmission's first reception, which may be this one.
local function group_of(key, id, at)
  if key == '' then return id end
  local name, value = KEYS[3] .. key, at .. '|' .. id
  local known = redis.call('SET', name, value, 'NX', 'GET', 'EX', 120)
  if not known then return id end
  local seen, first = stamped(known)
  if math.abs(at - seen) <= group_window then return first end
  redis.call('SET', name, value, 'EX', 120)
  return id
end

-- Returns the status and the group id, which are decided once for each message. Of a duplicate, returns
-- the id of the message that is kept instead of the group id.
local function status_of(id, repeat_key, burst_key, group_key, at)
  local name = repeat_key ~= '' and KEYS[1] .. repeat_key
  local known = name and redis.call('SET', name, id, 'NX', 'GET', 'EX', repeat_seconds)
  if known == id then return 'new', id end
  if known then
    local owner, status, group = string.match(known, '^([^|]*)|([^|]*)|(.*)$')
    if owner == id then return status, group end
    if status == 'burst' then return 'repeat', group end
    return 'repeat', owner or known
  end
  local status, group = 'burst', copy_of(burst_key, id, at)
  if not group then
    status, group = 'new', group_of(group_key, id, at)
  end
  if name and group ~= id then
    redis.call('SET', name, id .. '|' .. status .. '|' .. group, 'EX', repeat_seconds)
  end
  return status, group
end

for i = 5, #ARGV, 10 do
  local id, at = ARGV[i], tonumber(ARGV[i + 4])
  local status, group = status_of(id, ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], at)
  if status ~= 'new' then
    answer(status, group, '', '', '')
  else
    local airframe = airframe_of(ARGV[i + 5], ARGV[i + 6], ARGV[i + 8])
    local flight = flight_of(airframe, ARGV[i + 7], at, ARGV[i + 9])
    answer('new', group, group == id and '1' or '', airframe, flight)
  end
end
return out
