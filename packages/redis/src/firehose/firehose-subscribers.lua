-- Counts the subscribers of a sharded channel, on the server of its hash slot.
-- KEYS[1] the channel   Returns the number of connections.
return redis.call('PUBSUB', 'SHARDNUMSUB', KEYS[1])[2]
