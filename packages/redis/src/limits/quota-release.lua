-- Releases one unit of a thing that this replica has reserved.
-- KEYS[1] amounts reserved by this replica (hash)   ARGV[1] name of the thing
-- Returns 1 when it was reserved, 0 when Redis has lost the reservation.
local reserved = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if reserved <= 0 then return 0 end
if reserved == 1 then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
end
redis.call('HINCRBY', KEYS[1], '*', -1)
return 1
