-- Gives a lease back, if it is still the holder's.
-- KEYS[1] the lease   ARGV[1] holder   Returns 1 when it was.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
