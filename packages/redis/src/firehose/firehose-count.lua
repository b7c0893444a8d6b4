-- Adds to what the samplers of all replicas have received and chosen, and answers the rate per second,
-- so that every replica derives the same fraction from it. The rate follows a smoothed average down
-- and the count of the second under way up, so that a burst is noticed within it.
--
-- KEYS[1] the firehose's state (hash)
-- ARGV[1] transmissions received since the last call   ARGV[2] of those, chosen
-- Returns the rate per second, as text.
local second = tonumber(redis.call('TIME')[1])
local known =
  redis.call('HMGET', KEYS[1], 'second', 'heard', 'average', 'chosen', 'chosenAverage')
local since = known[1] and second - tonumber(known[1]) or 0
local heard, average = tonumber(known[2] or '0'), tonumber(known[3] or '0')
local chosen, chosenAverage = tonumber(known[4] or '0'), tonumber(known[5] or '0')
if since > 0 then
  -- Seconds without a call received nothing; more than ten of them leave nothing of the average.
  local silence = 0.7 ^ math.min(since - 1, 10)
  average = (average + (heard - average) * 0.3) * silence
  chosenAverage = (chosenAverage + (chosen - chosenAverage) * 0.3) * silence
  heard, chosen = 0, 0
end
heard, chosen = heard + tonumber(ARGV[1]), chosen + tonumber(ARGV[2])
redis.call('HSET', KEYS[1], 'second', second, 'heard', heard, 'average', tostring(average),
  'chosen', chosen, 'chosenAverage', tostring(chosenAverage))
redis.call('HINCRBY', KEYS[1], 'seen', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sampled', ARGV[2])
return tostring(math.max(average, heard))
