-- Ends a try that was begun; of several that began in one ms any is as good.
--
-- KEYS[1] when tries failed, oldest first (list)   KEYS[2] when those under way began (list)
-- ARGV[1] when it began   ARGV[2] 1 when it failed
-- ARGV[3] most failures within a window   ARGV[4] its length in ms
redis.call('LREM', KEYS[2], 1, ARGV[1])
if ARGV[2] ~= '1' then return 1 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[3]), -1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
