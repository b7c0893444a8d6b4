-- Finds where a group continues in a partition, for the owner of its lease. Nothing is pending afterwards: what an
-- earlier version had handed out and not acknowledged comes again.
--
-- KEYS[1] the stream   KEYS[2] the lease   KEYS[3] the last owner of the lease and what its readers did (hash)
-- ARGV[1] the group   ARGV[2] the lease as its owner wrote it
-- ARGV[3] '1' when a reader begins, '' when it looks again
--
-- The hash has `begun`, the position at which the last reader began or to which it advanced, `deaths`, how many readers
-- ended there without saying so, `alone`, the entry up to which entries are read one by one because of that, and `hand`, the
-- entry that was worked on alone.
--
-- Returns { position, `alone` or '', `hand` or '', entries that were removed unread }, or { -1 } when another replica owns
-- the lease or nobody does.
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return { -1 } end

local function isOlder(a, b)
  local aMs, aN = string.match(a, '^(%d+)%-(%d+)$')
  local bMs, bN = string.match(b, '^(%d+)%-(%d+)$')
  if aMs ~= bMs then return tonumber(aMs) < tonumber(bMs) end
  return tonumber(aN) < tonumber(bN)
end
local function pairsOf(fields)
  local values = {}
  for i = 1, #fields, 2 do values[fields[i]] = fields[i + 1] end
  return values
end
local function groupNow()
  if redis.call('EXISTS', KEYS[1]) == 0 then return nil end
  for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
    local group = pairsOf(fields)
    if group['name'] == ARGV[1] then return group end
  end
end
local function setPosition(position, read)
  if read then redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], position, 'ENTRIESREAD', read)
  else redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], position) end
end

local group = groupNow()
if not group then
  redis.call('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
  -- All that the stream has is unread; Redis does not find that out by itself.
  local new = pairsOf(redis.call('XINFO', 'STREAM', KEYS[1]))
  setPosition('0', new['entries-added'] - new['length'])
  group = groupNow()
end
local position, read = group['last-delivered-id'], group['entries-read']
if group['pending'] > 0 then
  local ms, n = string.match(redis.call('XPENDING', KEYS[1], ARGV[1])[2], '^(%d+)%-(%d+)$')
  -- The id before that of the oldest one. Numbers of Redis have more digits than those of Lua.
  if n ~= '0' then position = ms .. '-' .. string.format('%.0f', tonumber(n) - 1)
  else position = string.format('%.0f', tonumber(ms) - 1) .. '-18446744073709551615' end
  local rest = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1000)
  while #rest > 0 do
    for _, entry in ipairs(rest) do redis.call('XACK', KEYS[1], ARGV[1], entry[1]) end
    rest = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1000)
  end
  read = read and read - group['pending']
  setPosition(position, read)
end

local stream = pairsOf(redis.call('XINFO', 'STREAM', KEYS[1]))
local known = redis.call('HMGET', KEYS[3], 'begun', 'deaths', 'alone', 'hand', 'deleted')
local begun, deaths, alone, hand, deleted = known[1], tonumber(known[2] or '0'), known[3], known[4], known[5]

local missing = 0
local first = stream['first-entry']
if read and (not first or isOlder(position, first[1])) then
  missing = math.max(0, stream['entries-added'] - read - stream['length'])
  if missing > 0 then setPosition(position, read + missing) end
elseif isOlder(position, stream['max-deleted-entry-id']) and deleted ~= stream['max-deleted-entry-id'] then
  missing = 1
  redis.call('HSET', KEYS[3], 'deleted', stream['max-deleted-entry-id'])
end

if ARGV[3] == '1' then
  if begun ~= position then deaths = 0 end
  -- It counts as dead until it advances or says that it lives.
  redis.call('HSET', KEYS[3], 'begun', position, 'deaths', deaths + 1)
  if deaths >= 2 and isOlder(position, stream['last-generated-id'])
    and not (alone and isOlder(position, alone)) then
    alone = stream['last-generated-id']
    redis.call('HSET', KEYS[3], 'alone', alone)
  end
end
if alone and not isOlder(position, alone) then
  redis.call('HDEL', KEYS[3], 'alone', 'hand')
  alone, hand = false, false
end
return { position, alone or '', hand or '', missing }
