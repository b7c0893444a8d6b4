-- Registers a watch, or extends it. Watches that nobody has extended in time are removed.
--
-- KEYS[1] filters by watch (hash)   KEYS[2] watches by the time at which they end, Unix ms (sorted set)
-- KEYS[3] watches by the revision that added them (sorted set)   KEYS[4] the revision
-- KEYS[5] the time since when each is registered, Unix ms (hash)   KEYS[6] their shares of the messages (hash)
-- ARGV[1] the watch   ARGV[2] its filter as JSON   ARGV[3] ms until it ends   ARGV[4] most watches
-- ARGV[5] its share of the messages, 0 to 1   ARGV[6] the most that the shares of all watches may add up to
--
-- Returns the time since when it is registered without interruption, Unix ms; 0 if there are too many. No watch is added
-- if the most is 0.

local removedMax = 200

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function digits(number) return string.format('%.0f', number) end

local ended = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', digits(now), 'LIMIT', 0, removedMax)
for _, id in ipairs(ended) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('HDEL', KEYS[5], id)
  redis.call('HDEL', KEYS[6], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
end

local since = redis.call('HGET', KEYS[5], ARGV[1])
if not since then
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return '0' end
  local shares = tonumber(ARGV[5])
  for _, share in ipairs(redis.call('HVALS', KEYS[6])) do shares = shares + tonumber(share) end
  if shares > tonumber(ARGV[6]) then return '0' end
  -- Begins at the time, so that it is greater than any before in a Redis that was emptied.
  local revision = math.max(now, tonumber(redis.call('GET', KEYS[4]) or '0') + 1)
  since = digits(now)
  redis.call('SET', KEYS[4], digits(revision))
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('HSET', KEYS[5], ARGV[1], since)
  redis.call('HSET', KEYS[6], ARGV[1], ARGV[5])
  redis.call('ZADD', KEYS[3], digits(revision), ARGV[1])
end
redis.call('ZADD', KEYS[2], digits(now + tonumber(ARGV[3])), ARGV[1])
return since
