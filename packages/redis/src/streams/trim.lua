-- Removes from a partition what all groups have acknowledged, and what only the best-effort group
-- still needs and is too old. It reads the progress and trims in one step: a caller that was stopped
-- between the two could trim by a progress that a failover has taken back.
--
-- KEYS[1] the stream   KEYS[2] the stream of details, with the same entry ids
-- ARGV[1] the best-effort group   ARGV[2] milliseconds after which it blocks nothing
-- ARGV[3…] the other groups, each of which has to exist
--
-- Returns how many entries were removed from the stream.
local function isOlder(a, b)
  local aMs, aN = string.match(a, '^(%d+)%-(%d+)$')
  local bMs, bN = string.match(b, '^(%d+)%-(%d+)$')
  if aMs ~= bMs then return tonumber(aMs) < tonumber(bMs) end
  return tonumber(aN) < tonumber(bN)
end

if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local needs = {}
for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local group = {}
  for i = 1, #fields, 2 do group[fields[i]] = fields[i + 1] end
  needs[group['name']] = group['last-delivered-id']
  if group['pending'] > 0 then
    needs[group['name']] = redis.call('XPENDING', KEYS[1], group['name'])[2]
  end
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local oldest = needs[ARGV[1]] or '0-0'
local tooOld = string.format('%.0f-0', now - tonumber(ARGV[2]))
if isOlder(oldest, tooOld) then oldest = tooOld end
for i = 3, #ARGV do
  local needed = needs[ARGV[i]]
  if not needed then return 0 end
  if isOlder(needed, oldest) then oldest = needed end
end
redis.call('XTRIM', KEYS[2], 'MINID', '~', oldest)
return redis.call('XTRIM', KEYS[1], 'MINID', '~', oldest)
