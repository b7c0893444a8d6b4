-- Finds the end of an account's feed log and the position of a message in it. Message ids begin with
-- the time of arrival, and the log is nearly in that order: several ingest processes append, so
-- neighbours may be swapped. A binary search finds the approximate position; then the entries on both
-- sides are searched, up to a minute of arrival time away.
--
-- KEYS[1] the log (stream)   KEYS[2] its positions (hash)
-- ARGV[1] message id or ''
--
-- Returns { end, its tag, since, position of the message or '', its tag }.
-- `since`: messages that arrived before this time, Unix ms, may have been read in another order than
-- the log's, because a log was lost or messages were read from Postgres; 0 when there are none.
local entriesMax = 2000
local apartMsMax = 60000

local known = redis.call('HMGET', KEYS[2], 'epoch', 'n', 'since')
local epoch, n = known[1], tonumber(known[2] or '0')
local since = known[3] or '0'
if not epoch then return { '0-0', '', since, '', '' } end

local function digits(number) return string.format('%.0f', number) end
local function idOf(at) return epoch .. '-' .. digits(at) end
local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then return entry[2][i + 1] end
  end
  return ''
end
local function entryAt(at)
  return redis.call('XRANGE', KEYS[1], idOf(at), idOf(at))[1]
end
local function timeOf(id)
  return tonumber(string.sub(id, 1, 8) .. string.sub(id, 10, 13), 16) or 0
end

local last = entryAt(n)
local lastTag = last and field(last, 't') or ''
if ARGV[1] == '' or not last then return { idOf(n), lastTag, since, '', '' } end

local oldest = redis.call('XRANGE', KEYS[1], epoch .. '-0', '+', 'COUNT', 1)[1]
local first = tonumber(string.match(oldest[1], '%-(%d+)$'))

-- The first entry whose id is not lower than the requested one, as if the log were sorted.
local low, high = first, n
while low < high do
  local middle = math.floor((low + high) / 2)
  local entry = entryAt(middle)
  if not entry then return { idOf(n), lastTag, since, '', '' } end
  if field(entry, 'i') < ARGV[1] then low = middle + 1 else high = middle end
end

local wantedMs = timeOf(ARGV[1])
local function foundAmong(entries)
  for _, entry in ipairs(entries) do
    if field(entry, 'i') == ARGV[1] then
      return { idOf(n), lastTag, since, entry[1], field(entry, 't') }
    end
  end
end
local function isFar(entries)
  local edge = entries[#entries]
  return not edge or math.abs(timeOf(field(edge, 'i')) - wantedMs) > apartMsMax
end

local up, down = low, low - 1
local upEnded, downEnded = false, false
local looked, page = 0, 8
while looked < entriesMax and not (upEnded and downEnded) do
  if not upEnded then
    local entries = redis.call('XRANGE', KEYS[1], idOf(up), '+', 'COUNT', page)
    local found = foundAmong(entries)
    if found then return found end
    up = up + #entries
    upEnded = #entries < page or isFar(entries)
  end
  if not downEnded then
    local entries = {}
    if down >= first then
      entries = redis.call('XREVRANGE', KEYS[1], idOf(down), epoch .. '-0', 'COUNT', page)
    end
    local found = foundAmong(entries)
    if found then return found end
    down = down - #entries
    downEnded = #entries < page or isFar(entries)
  end
  looked = looked + page
  page = math.min(page * 4, 256)
end
return { idOf(n), lastTag, since, '', '' }
