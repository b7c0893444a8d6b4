-- Adds to the counts of transmissions that all samplers have received and sampled, and returns the
-- rate per second, from which every replica derives the same fraction. The rate is the smoothed average
-- or the count of the current second, whichever is greater, so that a burst takes effect at once.
--
-- KEYS[1] the firehose's state (hash)
-- ARGV[1] transmissions received since the last call   ARGV[2] of these, sampled
-- Returns the rate per second, as text.
local second = tonumber(redis.call('TIME')[1])
local known =
  redis.call('HMGET', KEYS[1], 'second', 'heard', 'average', 'chosen', 'chosenAverage')
local since = known[1] and second - tonumber(known[1]) or 0
local received, average = tonumber(known[2] or '0'), tonumber(known[3] or '0')
local chosen, chosenAverage = tonumber(known[4] or '0'), tonumber(known[5] or '0')
if since > 0 then
  -- No transmissions were received in seconds without a call; after ten the average is negligible.
  local silence = 0.7 ^ math.min(since - 1, 10)
  average = (average + (received - average) * 0.3) * silence
  chosenAverage = (chosenAverage + (chosen - chosenAverage) * 0.3) * silence
  received, chosen = 0, 0
end
received, chosen = received + tonumber(ARGV[1]), chosen + tonumber(ARGV[2])
redis.call('HSET', KEYS[1], 'second', second, 'heard', received, 'average', tostring(average),
  'chosen', chosen, 'chosenAverage', tostring(chosenAverage))
redis.call('HINCRBY', KEYS[1], 'seen', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sampled', ARGV[2])
return tostring(math.max(average, received))
