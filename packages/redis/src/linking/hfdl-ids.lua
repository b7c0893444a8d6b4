-- Keeps which aircraft has which number at an HFDL ground station, and finds the address of aircraft that
-- are named by their number only. Ground stations give numbers per frequency and reuse them, so a wrong
-- address is possible, and worse than none:
--
-- - a number belongs to an aircraft from the confirm of its logon until it is logged off, logs on again,
--   or the number is given to another one. A station may miss any of these;
-- - dumphfdl forgets a number 1 h after the confirm (AC_CACHE_TTL_DEFAULT in its ac_cache.h), and so does
--   this. In a week of one station, no number was given to another aircraft within 79 min of a confirm;
-- - for 4 h, a message whose flight or tail is one that the aircraft had under this number is still from it;
-- - a message with the tail of another aircraft, or with another address, ends the number.
--
-- Evidence that is older than what is known changes nothing. Entries are in a hash per period; the
-- last two are read, so that entries expire with their hash.
--
-- KEYS    of one hash slot: [1] hash of the present period  [2] hash of the last one
--         [3] airframes by tail, as in link.lua
-- ARGV[1] seconds that a hash is kept   ARGV[2] the most fields of a hash
-- then per observation seven; an empty string is "none":
--   kind, time (ms), channel (ground station and frequency), number, address, flight, tail
-- by kind:
--   confirm  the aircraft gets the number
--   request  the aircraft logs on, so it has no number
--   end      the aircraft is logged off or refused on this channel
--   given    a message whose address the decoder knows
--   ask      a message without an address
--
-- Returns an address per `ask`, '' for none.
local hash_seconds, fields_max = tonumber(ARGV[1]), tonumber(ARGV[2])
local hour_ms = 3600000
local named_ms = 4 * hour_ms

local function get(field)
  return redis.call('HGET', KEYS[1], field) or redis.call('HGET', KEYS[2], field)
end

local function forget(field)
  redis.call('HDEL', KEYS[1], field)
  redis.call('HDEL', KEYS[2], field)
end

-- A number as "<ms>|<address>|<flight>|<tail>".
local function entry_of(field)
  local value = get(field)
  if not value then return nil end
  local at, icao, flight, tail = string.match(value, '^(%-?%d+)|([^|]*)|([^|]*)|([^|]*)$')
  return { at = tonumber(at), icao = icao, flight = flight, tail = tail }
end

local function put(field, icao, entry)
  if redis.call('HLEN', KEYS[1]) >= fields_max then return end
  local value = string.format('%.0f', entry.at) .. '|' .. icao .. '|' .. entry.flight .. '|' .. entry.tail
  redis.call('HSET', KEYS[1], field, value, 'a' .. icao, field)
  redis.call('EXPIRE', KEYS[1], hash_seconds)
end

local function remove(field, icao)
  forget(field)
  if get('a' .. icao) == field then forget('a' .. icao) end
end

-- An aircraft has one number at a time. Returns false if what is known is newer.
local function release(icao, at, channel)
  local field = get('a' .. icao)
  if not field then return true end
  local entry = entry_of(field)
  if not entry or entry.icao ~= icao then
    forget('a' .. icao)
    return true
  end
  if entry.at > at then return false end
  if channel and string.sub(field, 1, #channel + 1) ~= channel .. ':' then return true end
  remove(field, icao)
  return true
end

local function same_name(entry, flight, tail)
  return (flight ~= '' and flight == entry.flight) or (tail ~= '' and tail == entry.tail)
end

-- Whether a message with this tail cannot be from the aircraft.
local function contradicts(entry, tail)
  if tail == '' then return false end
  if entry.tail ~= '' and entry.tail ~= tail then return true end
  local known = redis.call('HGET', KEYS[3], tail)
  local icao = known and string.match(known, '|(.*)$') or ''
  return icao ~= '' and icao ~= entry.icao
end

local function learn_names(field, entry, flight, tail)
  if flight == '' then flight = entry.flight end
  if tail == '' then tail = entry.tail end
  if flight == entry.flight and tail == entry.tail then return end
  entry.flight, entry.tail = flight, tail
  put(field, entry.icao, entry)
end

local function confirm(field, icao, at)
  local old = entry_of(field)
  if old and (old.at > at or (old.at == at and old.icao == icao)) then return end
  if not release(icao, at, nil) then return end
  if old and old.icao ~= icao then remove(field, old.icao) end
  put(field, icao, { at = at, flight = '', tail = '' })
end

-- The decoder got the confirm at most an hour before, so only names extend what follows from it.
local function given(field, icao, at, flight, tail)
  local entry = entry_of(field)
  if not entry then
    if (flight ~= '' or tail ~= '') and release(icao, at, nil) then
      put(field, icao, { at = at - hour_ms, flight = flight, tail = tail })
    end
  elseif entry.icao ~= icao then
    if at >= entry.at then remove(field, entry.icao) end
  else
    learn_names(field, entry, flight, tail)
  end
end

local function ask(field, at, flight, tail)
  local entry = entry_of(field)
  if not entry or at < entry.at then return '' end
  local age = at - entry.at
  if age > named_ms then return '' end
  if contradicts(entry, tail) then
    remove(field, entry.icao)
    return ''
  end
  if age > hour_ms and not same_name(entry, flight, tail) then return '' end
  learn_names(field, entry, flight, tail)
  return entry.icao
end

local out = {}
for i = 3, #ARGV, 7 do
  local kind, at, channel = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2]
  local field, icao = channel .. ':' .. ARGV[i + 3], ARGV[i + 4]
  local flight, tail = ARGV[i + 5], ARGV[i + 6]
  if kind == 'confirm' then
    confirm(field, icao, at)
  elseif kind == 'request' then
    release(icao, at, nil)
  elseif kind == 'end' then
    release(icao, at, channel)
  elseif kind == 'given' then
    given(field, icao, at, flight, tail)
  else
    out[#out + 1] = ask(field, at, flight, tail)
  end
end
return out
