-- Records that a replica of a group is alive, by Redis' clock: clocks of replicas may differ by more
-- than the duration of a lease.
--
-- KEYS[1] replicas by time of their last heartbeat (sorted set)
-- ARGV[1] this replica   ARGV[2] milliseconds without a heartbeat after which one counts as dead
--
-- Returns how many are alive.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[2])))
return redis.call('ZCARD', KEYS[1])
