-- Renews a replica's lease on all that it holds.
--
-- KEYS[1] replicas by the end of their lease (sorted set)   KEYS[2] what this replica has reserved (hash)
-- ARGV[1] this replica   ARGV[2] lease in ms   ARGV[3] how many things it holds by its own count
-- Returns 1 when Redis counts as many; else the replica has to write down what it holds.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if tonumber(redis.call('HGET', KEYS[2], '*') or '0') == tonumber(ARGV[3]) then return 1 end
return 0
