-- Takes one of what there may be so many of within a time, for each of several times. Exact: no
-- stretch of time, wherever it begins, holds more.
--
-- KEYS[1] when the last ones were taken, oldest first (list)
-- ARGV[1] how many are to be remembered: the most of any window
-- then pairs of the most within a window and its length in ms
--
-- Returns 0 when taken, else the ms until one can be.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local wait, longest = 0, 0
for i = 2, #ARGV, 2 do
  local oldest = redis.call('LINDEX', KEYS[1], -tonumber(ARGV[i]))
  local ms = tonumber(ARGV[i + 1])
  if oldest then wait = math.max(wait, tonumber(oldest) + ms - now) end
  longest = math.max(longest, ms)
end
if wait > 0 then return wait end

redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[1]), -1)
redis.call('PEXPIRE', KEYS[1], longest)
return 0
