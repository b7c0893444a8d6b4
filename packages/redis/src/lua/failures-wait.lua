-- Whether something has failed too often, by Redis' clock.
--
-- KEYS[1] when tries failed, oldest first (list)
-- ARGV[1] most failures within a window   ARGV[2] its length in ms
--
-- Returns the ms until one failure fewer counts, 0 or less when it hasn't.
local oldest = redis.call('LINDEX', KEYS[1], -tonumber(ARGV[1]))
if not oldest then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
return tonumber(oldest) + tonumber(ARGV[2]) - now
