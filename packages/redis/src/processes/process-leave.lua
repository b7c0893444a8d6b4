-- Removes the row of a process that ends.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (sorted set)
-- ARGV[1] replica
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
