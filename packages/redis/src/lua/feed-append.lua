-- Appends messages of one stream partition to an account's feed log, each at most once, and
-- announces the log's new end. A batch may come again after a crash or a lost reply: entries at or
-- below the last one taken from that partition are skipped.
--
-- Ids of the log are `<epoch>-<n>` with n counting up from 1 without holes, so that a reader can
-- tell when something is missing. A new epoch begins when the positions are unknown (new account,
-- Redis emptied); it is a time in ms, above any id that the log had.
--
-- The age cap works by marks: at each mark the position is noted, and when a mark is followed by
-- another half the age later, what lies before the mark before that is older than the age.
--
-- KEYS[1] the log (stream)   KEYS[2] its positions (hash)   KEYS[3] the channel of the log
-- ARGV[1] stream partition   ARGV[2] most entries to keep   ARGV[3] most milliseconds to keep
-- then per message: id of its stream entry, message id, message as JSON
--
-- Returns { number appended, position of the last entry }.
local function parts(id)
  local ms, n = string.match(id, '^(%d+)%-(%d+)$')
  return tonumber(ms), tonumber(n)
end
local function digits(number) return string.format('%.0f', number) end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local age = tonumber(ARGV[3])
local taken = 'taken:' .. ARGV[1]
local known = redis.call('HMGET', KEYS[2], 'epoch', 'n', taken, 'markTime', 'markN', 'oldMarkN')
local epoch, n = known[1], tonumber(known[2] or '0')

if not epoch then
  local first = now
  if #ARGV > 3 then first = math.max(first, (parts(ARGV[#ARGV - 2]))) end
  if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then first = math.max(first, (parts(info[i + 1])) + 1) end
    end
  end
  epoch = digits(first)
end

local lastMs, lastN = -1, -1
if known[3] then lastMs, lastN = parts(known[3]) end
local lastTaken = known[3]
local appended = 0
local before = n
for i = 4, #ARGV, 3 do
  local ms, seq = parts(ARGV[i])
  if ms > lastMs or (ms == lastMs and seq > lastN) then
    n = n + 1
    redis.call('XADD', KEYS[1], epoch .. '-' .. digits(n), 'i', ARGV[i + 1], 'm', ARGV[i + 2])
    lastMs, lastN, lastTaken = ms, seq, ARGV[i]
    appended = appended + 1
  end
end
local position = epoch .. '-' .. digits(n)
if appended == 0 then return { 0, position } end

redis.call('HSET', KEYS[2], 'epoch', epoch, 'n', digits(n), taken, lastTaken)
if not known[4] then
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before))
elseif now - tonumber(known[4]) >= age / 2 then
  if known[6] then
    redis.call('XTRIM', KEYS[1], 'MINID', '~', epoch .. '-' .. digits(tonumber(known[6]) + 1))
  end
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before), 'oldMarkN', known[5])
end
redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[2])
redis.call('PEXPIRE', KEYS[1], digits(age * 1.5))
redis.call('PEXPIRE', KEYS[2], digits(age * 1.5))
redis.call('SPUBLISH', KEYS[3], position)
return { appended, position }
