-- Limits events over any period: no interval of a window's length, wherever it begins, has more events
-- than the window's maximum. An attempt counts as an event only if it fails, but while it is in
-- progress it counts as if it had failed, so that many at once cannot exceed the limit.
--
-- KEYS[1] times of the latest events, oldest first (list)
-- KEYS[2] when the attempts in progress began (list)
-- ARGV[1] operation:
--   take   adds an event               returns 0 when added, else the ms until one can be
--   wait   adds nothing                returns the ms until an event can be added, 0 for now
--   begin  begins an attempt           returns when it began, '' when it might exceed the limit
--   end    ends the attempt ARGV[2]; ARGV[3] is 1 when it failed
-- ARGV[4] ms after which an attempt counts as abandoned   ARGV[5] most times to remember
-- then pairs: most events within a window, its length in ms
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local longest = 0
for i = 7, #ARGV, 2 do longest = math.max(longest, tonumber(ARGV[i])) end

local function waitWith(inProgress)
  local wait = 0
  for i = 6, #ARGV, 2 do
    local oldest = 0
    local free = tonumber(ARGV[i]) - inProgress
    if free > 0 then oldest = redis.call('LINDEX', KEYS[1], -free) else oldest = now end
    if oldest then wait = math.max(wait, tonumber(oldest) + tonumber(ARGV[i + 1]) - now) end
  end
  return wait
end

local function add()
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('LTRIM', KEYS[1], -tonumber(ARGV[5]), -1)
  redis.call('PEXPIRE', KEYS[1], longest)
end

if ARGV[1] == 'wait' then return waitWith(0) end

if ARGV[1] == 'take' then
  local wait = waitWith(0)
  if wait == 0 then add() end
  return wait
end

if ARGV[1] == 'begin' then
  local inProgress = 0
  for _, at in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    if tonumber(at) > now - tonumber(ARGV[4]) then inProgress = inProgress + 1 end
  end
  if waitWith(inProgress) > 0 then return '' end
  local began = string.format('%.0f', now)
  redis.call('RPUSH', KEYS[2], began)
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[5]), -1)
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  return began
end

-- Of several attempts that began in the same ms any one may be removed.
redis.call('LREM', KEYS[2], 1, ARGV[2])
if ARGV[3] == '1' then add() end
return 1
