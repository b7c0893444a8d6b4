-- Writes the row of a process and renews its lease, and removes the rows of processes that have ended.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (set)
-- ARGV[1] replica   ARGV[2] row   ARGV[3] milliseconds of a lease   ARGV[4] the most rows
--
-- Returns 1 if an operator drains the replica, else 0.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, 100)
for _, replica in ipairs(ended) do
  redis.call('ZREM', KEYS[1], replica)
  redis.call('HDEL', KEYS[2], replica)
  redis.call('SREM', KEYS[3], replica)
end
local isKnown = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not isKnown and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return redis.call('SISMEMBER', KEYS[3], ARGV[1])
