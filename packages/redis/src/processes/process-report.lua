-- Writes the row of a process and renews its lease, and removes the rows of processes that ended long ago. An
-- operator's wish to drain outlives the lease: a process that could not report for a while is still
-- drained. It is forgotten when no such process has reported for long.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (sorted set, by the last report)
-- ARGV[1] replica   ARGV[2] row   ARGV[3] milliseconds of a lease   ARGV[4] the most rows
-- ARGV[5] milliseconds for which a wish is kept without a report   ARGV[6] milliseconds for which a row is kept after its lease
--
-- Returns 1 if an operator drains the replica, else 0.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[6])), 'LIMIT', 0, 100)
for _, replica in ipairs(ended) do
  redis.call('ZREM', KEYS[1], replica)
  redis.call('HDEL', KEYS[2], replica)
end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', now - tonumber(ARGV[5])))
local isDrained = redis.call('ZSCORE', KEYS[3], ARGV[1]) and 1 or 0
if isDrained == 1 then redis.call('ZADD', KEYS[3], string.format('%.0f', now), ARGV[1]) end
local isKnown = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not isKnown and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return isDrained end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return isDrained
