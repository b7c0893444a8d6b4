-- Returns the sampling in force, and the current second by Redis' clock.
-- KEYS[1] the firehose's state (hash)   ARGV its fields   Returns { second, the fields' values }.
return { redis.call('TIME')[1], redis.call('HMGET', KEYS[1], unpack(ARGV)) }
