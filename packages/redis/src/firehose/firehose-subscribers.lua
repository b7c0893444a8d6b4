-- KEYS[1] a sharded channel   Returns how many connections listen to it, where its hash slot is.
return redis.call('PUBSUB', 'SHARDNUMSUB', KEYS[1])[2]
