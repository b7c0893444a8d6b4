-- Finds the end of an account's feed log and the position of a message in it, by the log's index.
--
-- KEYS[1] the log (stream)   KEYS[2] its positions (hash)   KEYS[3] its index (sorted set)
-- ARGV[1] message id or ''
--
-- Returns { end, its tag, since, position of the message or '', its tag, whether the end is known }.
-- `since`: messages that arrived before this time, Unix ms, may have been read in another order than
-- the log's, because a log was lost or messages were read from Postgres; 0 when there are none.
-- The end is known ('1') unless this server was restarted or became a master after the last append:
-- it may then lack the latest entries.
local known = redis.call('HMGET', KEYS[2], 'epoch', 'n', 'since', 'server', 'indexed')
local epoch, n, since = known[1], known[2] or '0', known[3] or '0'
if not epoch then return { '0-0', '', since, '', '', '1' } end

local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then return entry[2][i + 1] end
  end
  return ''
end
local function entryAt(at)
  return redis.call('XRANGE', KEYS[1], epoch .. '-' .. at, epoch .. '-' .. at)[1]
end

local last = entryAt(n)
local reply = { epoch .. '-' .. n, last and field(last, 't') or '', since, '', '', '1' }
if ARGV[1] == '' then return reply end
local identity = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
if known[4] ~= identity then reply[6] = '0' end
-- An older version of this script's writer does not keep the index.
if known[5] ~= epoch then return reply end
local at = redis.call('ZSCORE', KEYS[3], ARGV[1])
local entry = at and entryAt(at)
if entry and field(entry, 'i') == ARGV[1] then
  reply[4], reply[5] = entry[1], field(entry, 't')
end
return reply
