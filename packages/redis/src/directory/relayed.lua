-- Notes up to which number the lines of a relay's series are on disk, and forgets the series that was
-- not used for longest if there are too many.
--
-- KEYS    of one hash slot: [1] numbers by series (hash)  [2] series by the time of their last use (sorted set)
-- ARGV[1] series   ARGV[2] number   ARGV[3] the time, Unix ms   ARGV[4] the most series remembered
if tonumber(ARGV[2]) > tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[4])
if over > 0 then
  local popped = redis.call('ZPOPMIN', KEYS[2], over)
  for i = 1, #popped, 2 do redis.call('HDEL', KEYS[1], popped[i]) end
end
