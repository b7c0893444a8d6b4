-- Removes expired leases. When a user's last lease is removed, the user is offline, which is announced
-- in the same step. Any gateway may sweep at any time.
--
-- If no gateway has swept for longer than half a lease, Redis was unreachable and gateways could not
-- renew their leases. Then no lease is removed for the duration of one lease.
--
-- KEYS[1] leases (sorted set)   KEYS[2] leases by user (hash)   KEYS[3] state (hash)
-- KEYS[4] the channel of changes
-- ARGV[1] milliseconds of a lease   ARGV[2] most leases to remove at once
--
-- Returns how many leases were removed.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local lease = tonumber(ARGV[1])
local function digits(number) return string.format('%.0f', number) end

local known = redis.call('HMGET', KEYS[3], 'epoch', 'swept', 'hold')
if not known[1] then return 0 end
local epoch, pausedUntil = known[1], tonumber(known[3] or '0')
if known[2] and now - tonumber(known[2]) > lease / 2 then pausedUntil = now + lease end
redis.call('HSET', KEYS[3], 'swept', digits(now), 'hold', digits(pausedUntil))
if now < pausedUntil then return 0 end

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', digits(now), 'LIMIT', 0, tonumber(ARGV[2]))
for _, member in ipairs(due) do
  redis.call('ZREM', KEYS[1], member)
  local user = string.match(member, '^(%S+) ')
  if user and redis.call('HINCRBY', KEYS[2], user, -1) <= 0 then
    redis.call('HDEL', KEYS[2], user)
    local n = redis.call('HINCRBY', KEYS[3], 'n', 1)
    redis.call('SPUBLISH', KEYS[4], epoch .. '-' .. digits(n) .. ' ' .. user .. ' 0')
  end
end
return #due
