-- Adds to what the samplers of all replicas have heard and answers the rate per second, so that
-- every replica derives the same fraction from it. The rate follows a smoothed average down and
-- the count of the second under way up, so that a burst is noticed within it.
--
-- KEYS[1] the firehose's state (hash)   ARGV[1] transmissions heard since the last call
-- Returns the rate per second, as text.
local second = tonumber(redis.call('TIME')[1])
local known = redis.call('HMGET', KEYS[1], 'second', 'heard', 'average')
local since = known[1] and second - tonumber(known[1]) or 0
local heard = tonumber(known[2] or '0')
local average = tonumber(known[3] or '0')
if since > 0 then
  -- Seconds without a call heard nothing; more than ten of them leave nothing of the average.
  average = average + (heard - average) * 0.3
  average = average * 0.7 ^ math.min(since - 1, 10)
  heard = 0
end
heard = heard + tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'second', second, 'heard', heard, 'average', tostring(average))
return tostring(math.max(average, heard))
