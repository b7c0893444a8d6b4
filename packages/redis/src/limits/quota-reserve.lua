-- Reserves one unit of a thing, unless all replicas together have reserved the maximum.
--
-- KEYS[1] replicas by the end of their lease (sorted set)
-- KEYS[2] amounts reserved by this replica (hash)
-- ARGV[1] this replica   ARGV[2] name of the thing   ARGV[3] maximum   ARGV[4] lease in ms
-- ARGV[5] prefix of replicas' hashes: in the keys' hash slot, like them
-- Returns 1 when reserved.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[4], ARGV[1])
local reserved = 0
for _, replica in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')) do
  reserved = reserved + tonumber(redis.call('HGET', ARGV[5] .. replica, ARGV[2]) or '0')
end
if reserved >= tonumber(ARGV[3]) then return 0 end
redis.call('HINCRBY', KEYS[2], ARGV[2], 1)
redis.call('HINCRBY', KEYS[2], '*', 1)
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
