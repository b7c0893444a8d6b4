-- Reserves and releases units of things, in order. A unit is reserved unless all replicas together have
-- reserved the maximum.
--
-- KEYS[1] replicas by the end of their lease (sorted set)
-- KEYS[2] amounts reserved by this replica (hash)
-- ARGV[1] this replica   ARGV[2] lease in ms
-- ARGV[3] prefix of replicas' hashes: in the keys' hash slot, like them
-- then pairs: name of the thing, and the maximum, or '' to release
-- Returns for each pair 1 when it was reserved or released, else 0.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
local replicas = redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')

local function change(name, by)
  if redis.call('HINCRBY', KEYS[2], name, by) == 0 then redis.call('HDEL', KEYS[2], name) end
  redis.call('HINCRBY', KEYS[2], '*', by)
  return 1
end

local function reserve(name, max)
  local reserved = 0
  for _, replica in ipairs(replicas) do
    reserved = reserved + tonumber(redis.call('HGET', ARGV[3] .. replica, name) or '0')
  end
  if reserved >= max then return 0 end
  return change(name, 1)
end

-- Redis may have lost the reservation.
local function release(name)
  if tonumber(redis.call('HGET', KEYS[2], name) or '0') <= 0 then return 0 end
  return change(name, -1)
end

local results = {}
for i = 4, #ARGV, 2 do
  local max = tonumber(ARGV[i + 1])
  table.insert(results, max and reserve(ARGV[i], max) or release(ARGV[i]))
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return results
