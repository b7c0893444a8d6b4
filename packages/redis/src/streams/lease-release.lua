-- Releases a lease if this replica still owns it.
-- KEYS[1] the lease   ARGV[1] this replica   Returns 1 when it owned the lease.
local owner = redis.call('GET', KEYS[1])
if not owner or string.match(owner, '^(.*) %d+$') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
