-- Asks a process to drain, or takes it back.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (sorted set, by the last report)
-- ARGV[1] replica   ARGV[2] '1' to drain, '0' to take it back
--
-- Returns 1, or 0 if there is no such process.
local isKnown = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 or redis.call('ZSCORE', KEYS[3], ARGV[1])
if not isKnown then return 0 end
if ARGV[2] == '1' then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[3], tonumber(time[1]) * 1000, ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
return 1
