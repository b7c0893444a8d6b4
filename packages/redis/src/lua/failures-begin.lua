-- Begins a try, unless it could be one failure too many: those under way count as if they failed.
--
-- KEYS[1] when tries failed, oldest first (list)   KEYS[2] when those under way began (list)
-- ARGV[1] most failures within a window   ARGV[2] its length in ms
-- ARGV[3] ms after which one under way was given up by whoever began it
--
-- Returns when it began, or '' when it can't.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function countSince(key, since)
  local count = 0
  for _, at in ipairs(redis.call('LRANGE', key, 0, -1)) do
    if tonumber(at) > since then count = count + 1 end
  end
  return count
end

local most = tonumber(ARGV[1])
local failed = countSince(KEYS[1], now - tonumber(ARGV[2]))
local underway = countSince(KEYS[2], now - tonumber(ARGV[3]))
if failed + underway >= most then return '' end

local began = string.format('%.0f', now)
redis.call('RPUSH', KEYS[2], began)
redis.call('LTRIM', KEYS[2], -most, -1)
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return began
