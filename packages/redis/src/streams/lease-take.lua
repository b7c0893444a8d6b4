-- Takes or renews a lease: only its holder, or anybody when it is free.
-- KEYS[1] the lease   ARGV[1] holder   ARGV[2] milliseconds   Returns 1 when held by ARGV[1] now.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
