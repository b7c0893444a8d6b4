-- What the samplers have in force, and by Redis' clock which second it is.
-- KEYS[1] the firehose's state (hash)   ARGV its fields   Returns { second, the fields' values }.
return { redis.call('TIME')[1], redis.call('HMGET', KEYS[1], unpack(ARGV)) }
