-- Returns how many units of a thing all replicas have reserved together.
-- KEYS[1] replicas by the end of their lease (sorted set)
-- ARGV[1] name of the thing   ARGV[2] prefix of replicas' hashes: in the key's hash slot, like it
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local reserved = 0
for _, replica in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')) do
  reserved = reserved + tonumber(redis.call('HGET', ARGV[2] .. replica, ARGV[1]) or '0')
end
return reserved
