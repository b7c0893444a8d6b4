-- Takes a free lease, or renews it for its owner.
-- KEYS[1] the lease   ARGV[1] this replica   ARGV[2] milliseconds   Returns 1 when ARGV[1] owns it now.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
