-- Moves a group to the end of a partition if the oldest entry that it has not acknowledged is too
-- old, or if entries were trimmed before it read them and none is left. Nothing stays pending.
--
-- KEYS[1] the stream   KEYS[2] the lease
-- ARGV[1] the group   ARGV[2] the lease as its owner wrote it   ARGV[3] milliseconds
--
-- Returns how many entries the group has skipped, or -1 when the caller does not own the lease.
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return -1 end
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local function pairsOf(fields)
  local values = {}
  for i = 1, #fields, 2 do values[fields[i]] = fields[i + 1] end
  return values
end

local group
for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local one = pairsOf(fields)
  if one['name'] == ARGV[1] then group = one end
end
if not group then return 0 end
local stream = pairsOf(redis.call('XINFO', 'STREAM', KEYS[1]))
local pending = redis.call('XPENDING', KEYS[1], ARGV[1])
local oldest = pending[1] > 0 and pending[2]
if not oldest then
  local following = redis.call('XRANGE', KEYS[1], '(' .. group['last-delivered-id'], '+', 'COUNT', 1)
  oldest = following[1] and following[1][1]
end
-- Redis does not know how many entries a group has read that began in the middle of a stream.
local read = group['entries-read']
local unread = read and stream['entries-added'] - read or oldest and stream['length'] or 0
if oldest then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  if tonumber(string.match(oldest, '^%d+')) >= now - tonumber(ARGV[3]) then return 0 end
elseif unread <= 0 then
  return 0
end

local rest = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1000)
while #rest > 0 do
  for _, entry in ipairs(rest) do redis.call('XACK', KEYS[1], ARGV[1], entry[1]) end
  rest = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1000)
end
redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], stream['last-generated-id'],
  'ENTRIESREAD', stream['entries-added'])
return pending[1] + unread
