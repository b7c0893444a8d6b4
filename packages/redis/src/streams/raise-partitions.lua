-- Raises a number, never lowers it.   KEYS[1] the number   ARGV[1] at least this
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
