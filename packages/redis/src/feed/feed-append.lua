-- Appends messages of one stream partition to an account's feed log, each at most once, and
-- announces the log's new end. A batch may be sent again after a crash or a lost reply: entries up to
-- the last one appended from that partition are skipped.
--
-- Ids of the log are `<epoch>-<n>`. n counts up from 1 without gaps, so that a reader can detect
-- missing entries. A new epoch begins when the positions are unknown (new account, Redis emptied) or
-- lower than the last position that the caller knows (Redis failed over to an older state). The epoch
-- is a time in ms, greater than every id that the log had.
--
-- An entry also has the time of its append (field `t`, µs): after a failover another entry may get
-- the same id, but never the same id and time.
--
-- Without messages the script only checks whether the log has lost its end. If it has, the new epoch
-- begins with a gap: an entry without a message, numbered 2, which directly follows no position. It
-- shows readers that they have missed something before the account's next message arrives.
--
-- Entries are trimmed by age with the help of marks. A mark is a time and the position at that time; a
-- new one is set by the first append after half of the maximum age. When a third mark is set, entries
-- before the first have exceeded the maximum age and are trimmed. The positions are kept much longer than the entries, so that a log
-- continues its numbering after a long time without messages.
--
-- KEYS[1] the log (stream)   KEYS[2] its positions (hash)   KEYS[3] the channel of the log
-- ARGV[1] stream partition   ARGV[2] most entries to keep   ARGV[3] most milliseconds to keep
-- ARGV[4] the log's last position as the caller knows it, or ''
-- then per message: id of its stream entry, station id, message id, message as JSON
--
-- Returns { number appended, position of the last entry }.
local function parts(id)
  local ms, n = string.match(id, '^(%d+)%-(%d+)$')
  return tonumber(ms), tonumber(n)
end
local function digits(number) return string.format('%.0f', number) end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local tag = digits(tonumber(time[1]) * 1000000 + tonumber(time[2]))
local age = tonumber(ARGV[3])
local taken = 'taken:' .. ARGV[1]
local known = redis.call('HMGET', KEYS[2], 'epoch', 'n', taken, 'markTime', 'markN', 'oldMarkN')
local epoch, n = known[1], tonumber(known[2] or '0')
local markTime, markN, oldMarkN = known[4], known[5], known[6]

local isLost = false
local lastKnownEpoch, lastKnownN = -1, -1
if ARGV[4] ~= '' then
  lastKnownEpoch, lastKnownN = parts(ARGV[4])
  isLost = not epoch or lastKnownEpoch > tonumber(epoch)
    or (lastKnownEpoch == tonumber(epoch) and lastKnownN > n)
end

if not epoch or isLost then
  local first = math.max(now, lastKnownEpoch + 1)
  if epoch then first = math.max(first, tonumber(epoch) + 1) end
  if #ARGV > 4 then first = math.max(first, (parts(ARGV[#ARGV - 3]))) end
  if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then first = math.max(first, (parts(info[i + 1])) + 1) end
    end
  end
  epoch, n = digits(first), 0
  markTime, markN, oldMarkN = nil, nil, nil
end

local lastMs, lastN = -1, -1
if known[3] then lastMs, lastN = parts(known[3]) end
local lastTaken = known[3]
local appended = 0
local before = n
for i = 5, #ARGV, 4 do
  local ms, seq = parts(ARGV[i])
  if ms > lastMs or (ms == lastMs and seq > lastN) then
    n = n + 1
    redis.call('XADD', KEYS[1], epoch .. '-' .. digits(n), 's', ARGV[i + 1], 'i', ARGV[i + 2],
      't', tag, 'm', ARGV[i + 3])
    lastMs, lastN, lastTaken = ms, seq, ARGV[i]
    appended = appended + 1
  end
end
if isLost and #ARGV == 4 then
  n = 2
  redis.call('XADD', KEYS[1], epoch .. '-2', 's', '0', 'i', '', 't', tag, 'm', '')
end
local position = epoch .. '-' .. digits(n)
if n == before then return { 0, position } end

redis.call('HSET', KEYS[2], 'epoch', epoch, 'n', digits(n))
if lastTaken then redis.call('HSET', KEYS[2], taken, lastTaken) end
if isLost then redis.call('HSET', KEYS[2], 'since', digits(now)) end
if not markTime then
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before))
  redis.call('HDEL', KEYS[2], 'oldMarkN')
elseif now - tonumber(markTime) >= age / 2 then
  if oldMarkN then
    redis.call('XTRIM', KEYS[1], 'MINID', '~', epoch .. '-' .. digits(tonumber(oldMarkN) + 1))
  end
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before), 'oldMarkN', markN)
end
redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[2])
redis.call('PEXPIRE', KEYS[1], digits(age * 1.5))
redis.call('PEXPIRE', KEYS[2], digits(age * 30))
redis.call('SPUBLISH', KEYS[3], position)
return { appended, position }
