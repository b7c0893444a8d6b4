-- Appends a batch of one producer to a partition of the message stream, each entry at most once.
-- After a lost reply, a retry or a replay of the journal the same entries come again; those at or
-- below the last appended sequence number are skipped.
--
-- KEYS[1] the stream            KEYS[2] the stream of details, with the same entry ids
-- KEYS[3] last sequence numbers by producer (hash)
-- ARGV[1] producer:epoch        ARGV[2] the number before the first of this producer's epoch here,
--                               or the last that the producer knows to be appended
-- ARGV[3] entry version
-- then per entry: sequence number, station id, message id, group id, '1' for a first reception,
--   message, links, raw
--
-- Returns { number appended, last sequence number }, or { -1, last } when Redis knows less than
-- the producer: Redis was emptied or failed over to an older state, nothing is appended.
local last = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or '0')
if last < tonumber(ARGV[2]) then return { -1, last } end
local appended = 0
for i = 4, #ARGV, 8 do
  local seq = tonumber(ARGV[i])
  if seq > last then
    local id = redis.call('XADD', KEYS[1], '*', 'v', ARGV[3], 'p', ARGV[1], 'n', ARGV[i],
      's', ARGV[i + 1], 'i', ARGV[i + 2], 'g', ARGV[i + 3], 'f', ARGV[i + 4], 'm', ARGV[i + 5])
    redis.call('XADD', KEYS[2], id, 'l', ARGV[i + 6], 'r', ARGV[i + 7])
    last = seq
    appended = appended + 1
  end
end
if appended > 0 then redis.call('HSET', KEYS[3], ARGV[1], last) end
return { appended, last }
