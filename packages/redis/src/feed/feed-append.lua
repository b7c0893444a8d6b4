-- Appends messages to an account's feed log, each at most once, and announces the log's new end. A
-- batch may be sent again after a crash or a lost reply: messages that the index has are skipped.
-- They are identified by message id, because ids of the stream's entries may go back after a
-- failover to a server whose clock is slower.
--
-- Ids of the log are `<epoch>-<n>`. n counts up from 1 without gaps, so that a reader can detect
-- missing entries. A new epoch begins when the positions are unknown (new account, Redis emptied),
-- lower than the last position that the caller knows (Redis failed over to an older state), or from
-- another server (a restart or a failover, in which the log's end may have been lost). The epoch is a
-- time in ms, greater than every id that the log had.
--
-- An entry also has the time of its append (field `t`, µs): after a failover another entry may get
-- the same id, but never the same id and time.
--
-- The index has the n of each message id of the epoch. A message that comes twice keeps its first n.
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
-- KEYS[4] its index (sorted set)
-- ARGV[1] most entries to keep   ARGV[2] most milliseconds to keep
-- ARGV[3] the log's last position as the caller knows it, or ''
-- ARGV[4] the partition that the messages are from, or ''   ARGV[5] the fencing token of its reader
-- then per message: station id, message id, message as JSON, the whole that it completes as JSON or ''
--
-- Returns { number appended, position of the last entry }, or { -1, latest token } and appends nothing if
-- the log has seen a greater token of the partition: another reader has taken it over.

-- A server is asked for its identity at most this often for each log; an unexpected clock asks again.
local serverCheckMs = 1000

local function parts(id)
  local ms, n = string.match(id, '^(%d+)%-(%d+)$')
  return tonumber(ms), tonumber(n)
end
local function digits(number) return string.format('%.0f', number) end

local tokenField = 'token:' .. ARGV[4]
if ARGV[4] ~= '' then
  local latest = redis.call('HMGET', KEYS[2], tokenField)[1]
  if latest and tonumber(latest) > tonumber(ARGV[5]) then return { -1, latest } end
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local tag = digits(tonumber(time[1]) * 1000000 + tonumber(time[2]))
local age = tonumber(ARGV[2])
local known = redis.call('HMGET', KEYS[2], 'epoch', 'n', 'markTime', 'markN', 'oldMarkN',
  'server', 'checked', 'indexed', 'since')
local epoch, n = known[1], tonumber(known[2] or '0')
local markTime, markN, oldMarkN = known[3], known[4], known[5]
local server, checked, indexed = known[6], tonumber(known[7] or '0'), known[8]
local since = tonumber(known[9] or '0')

-- Replaced when a server starts as a master or becomes one.
local identity = server
local isChecked = not server or #ARGV == 5 or now < checked or now - checked >= serverCheckMs
if isChecked then
  identity = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
end

local isLost = epoch and server and server ~= identity
local lastKnownEpoch, lastKnownN = -1, -1
if ARGV[3] ~= '' then
  lastKnownEpoch, lastKnownN = parts(ARGV[3])
  isLost = isLost or not epoch or lastKnownEpoch > tonumber(epoch)
    or (lastKnownEpoch == tonumber(epoch) and lastKnownN > n)
end

if not epoch or isLost then
  local first = math.max(now, lastKnownEpoch + 1)
  if epoch then first = math.max(first, tonumber(epoch) + 1) end
  if redis.call('EXISTS', KEYS[1]) == 1 then
    local info = redis.call('XINFO', 'STREAM', KEYS[1])
    for i = 1, #info, 2 do
      if info[i] == 'last-generated-id' then first = math.max(first, (parts(info[i + 1])) + 1) end
    end
  end
  epoch, n = digits(first), 0
  markTime, markN, oldMarkN = nil, nil, nil
end
if indexed ~= epoch then redis.call('UNLINK', KEYS[4]) end

local appended = 0
local before = n
for i = 6, #ARGV, 4 do
  if redis.call('ZADD', KEYS[4], 'NX', digits(n + 1), ARGV[i + 1]) == 1 then
    n = n + 1
    local fields = { 's', ARGV[i], 'i', ARGV[i + 1], 't', tag, 'm', ARGV[i + 2] }
    if ARGV[i + 3] ~= '' then fields[9], fields[10] = 'w', ARGV[i + 3] end
    redis.call('XADD', KEYS[1], epoch .. '-' .. digits(n), unpack(fields))
    appended = appended + 1
  end
end
if isLost and #ARGV == 5 then
  n = 2
  redis.call('XADD', KEYS[1], epoch .. '-2', 's', '0', 'i', '', 't', tag, 'm', '')
end
local position = epoch .. '-' .. digits(n)
if n == before then return { 0, position } end

redis.call('HSET', KEYS[2], 'epoch', epoch, 'n', digits(n), 'indexed', epoch)
if ARGV[4] ~= '' then redis.call('HSET', KEYS[2], tokenField, ARGV[5]) end
if isChecked then redis.call('HSET', KEYS[2], 'server', identity, 'checked', digits(now)) end
if isLost then redis.call('HSET', KEYS[2], 'since', digits(math.max(now, since))) end
local trimmed = 0
if not markTime then
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before))
  redis.call('HDEL', KEYS[2], 'oldMarkN')
elseif now - tonumber(markTime) >= age / 2 then
  if oldMarkN then
    trimmed = redis.call('XTRIM', KEYS[1], 'MINID', '~',
      epoch .. '-' .. digits(tonumber(oldMarkN) + 1))
  end
  redis.call('HSET', KEYS[2], 'markTime', digits(now), 'markN', digits(before), 'oldMarkN', markN)
end
trimmed = trimmed + redis.call('XTRIM', KEYS[1], 'MAXLEN', '~', ARGV[1])
if trimmed > 0 then
  local oldest = redis.call('XRANGE', KEYS[1], epoch .. '-0', '+', 'COUNT', 1)[1]
  if oldest then
    redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', '(' .. string.match(oldest[1], '%-(%d+)$'))
  end
end
redis.call('PEXPIRE', KEYS[1], digits(age * 1.5))
redis.call('PEXPIRE', KEYS[4], digits(age * 1.5))
redis.call('PEXPIRE', KEYS[2], digits(age * 30))
redis.call('SPUBLISH', KEYS[3], position)
return { appended, position }
