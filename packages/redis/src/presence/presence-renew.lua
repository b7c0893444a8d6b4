-- Renews or creates the leases of one gateway's connections. A user's first lease puts the user
-- online, which is announced in the same step. Changes are numbered without gaps within an epoch. A
-- new epoch begins when Redis has no state (new, emptied) or an older one than the caller knows (after
-- a failover).
--
-- KEYS[1] leases (sorted set)   KEYS[2] leases by user (hash)   KEYS[3] state (hash)
-- KEYS[4] the channel of changes
-- ARGV[1] milliseconds of a lease   ARGV[2] the last position that the caller knows, or ''
-- then pairs of user and connection
--
-- Returns the position after the last change, '<epoch>-<n>'.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function digits(number) return string.format('%.0f', number) end

local known = redis.call('HMGET', KEYS[3], 'epoch', 'n')
local epoch = known[1]
local lastKnownEpoch, lastKnownN = string.match(ARGV[2], '^(%d+)%-(%d+)$')
local isOlder = epoch and lastKnownEpoch and (tonumber(lastKnownEpoch) > tonumber(epoch)
  or lastKnownEpoch == epoch and tonumber(lastKnownN) > tonumber(known[2]))
if not epoch or isOlder then
  epoch = digits(math.max(now, (tonumber(epoch or '0')) + 1, (tonumber(lastKnownEpoch or '0')) + 1))
  redis.call('HSET', KEYS[3], 'epoch', epoch, 'n', '0')
end

local ends = digits(now + tonumber(ARGV[1]))
for i = 3, #ARGV, 2 do
  if redis.call('ZADD', KEYS[1], ends, ARGV[i] .. ' ' .. ARGV[i + 1]) == 1
    and redis.call('HINCRBY', KEYS[2], ARGV[i], 1) == 1 then
    local n = redis.call('HINCRBY', KEYS[3], 'n', 1)
    redis.call('SPUBLISH', KEYS[4], epoch .. '-' .. digits(n) .. ' ' .. ARGV[i] .. ' 1')
  end
end
return epoch .. '-' .. redis.call('HGET', KEYS[3], 'n')
