-- Sends a tick and adds its messages to the latest ones, atomically: a gateway that subscribes and
-- then reads the latest messages misses none.
--
-- KEYS[1] the latest messages (list)   KEYS[2] the channel of ticks
-- ARGV[1] most messages to keep   ARGV[2] milliseconds to keep them for
-- ARGV[3] the tick's first line   ARGV[4…] its messages
-- Returns how many received the tick.
local most = tonumber(ARGV[1])
for i = math.max(4, #ARGV - most + 1), #ARGV do
  redis.call('RPUSH', KEYS[1], ARGV[i])
end
redis.call('LTRIM', KEYS[1], -most, -1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('SPUBLISH', KEYS[2], table.concat(ARGV, '\n', 3))
