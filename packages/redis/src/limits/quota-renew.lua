-- Renews the lease on everything that a replica has reserved.
--
-- KEYS[1] replicas by the end of their lease (sorted set)
-- KEYS[2] amounts reserved by this replica (hash)
-- ARGV[1] this replica   ARGV[2] lease in ms   ARGV[3] total reserved by its own count
-- Returns 1 when Redis has the same total; otherwise the replica has to write its amounts again.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if tonumber(redis.call('HGET', KEYS[2], '*') or '0') == tonumber(ARGV[3]) then return 1 end
return 0
