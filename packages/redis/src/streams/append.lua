-- Appends a batch of one producer to a partition of the message stream, each entry at most once.
-- After a lost reply, a retry or a replay of the journal the same entries come again; those at or
-- below the last appended sequence number are skipped.
--
-- A number that is skipped must have been sent before. Otherwise something else has used it: a journal
-- that lost its end and numbers again, or a copy of the journal. Nothing is appended then.
--
-- KEYS[1] the stream            KEYS[2] the stream of details, with the same entry ids
-- KEYS[3] by producer (hash): the last sequence number, and as `id:<producer:epoch>` its message id
-- ARGV[1] producer:epoch        ARGV[2] the number before the first of this producer's epoch here,
--                               or the last that the producer knows to be appended
-- ARGV[3] the highest number that may have been sent before
-- ARGV[4] entry version
-- then per entry: sequence number, station id, message id, group id, '1' for a first reception,
--   '1' if it was delivered before and is only to be stored, message, later members of the message or
--   '', the whole that it completes or '', links, raw
--
-- Returns { number appended, last sequence number }. Appends nothing and returns { -1, last } when
-- Redis knows less than the producer (it was emptied or failed over to an older state), and
-- { -2, last } when it knows a number that was not sent before.
local last = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or '0')
if last < tonumber(ARGV[2]) then return { -1, last } end
local sent = tonumber(ARGV[3])
if last > sent then
  for i = 5, #ARGV, 11 do
    local seq = tonumber(ARGV[i])
    if seq > sent and seq <= last then return { -2, last } end
  end
end
local appended, lastId = 0, ''
for i = 5, #ARGV, 11 do
  local seq = tonumber(ARGV[i])
  if seq > last then
    local fields = { 'v', ARGV[4], 'p', ARGV[1], 'n', ARGV[i], 's', ARGV[i + 1], 'i', ARGV[i + 2],
      'g', ARGV[i + 3], 'f', ARGV[i + 4], 'm', ARGV[i + 6] }
    if ARGV[i + 5] == '1' then
      fields[#fields + 1], fields[#fields + 2] = 'o', '1'
    end
    if ARGV[i + 7] ~= '' then
      fields[#fields + 1], fields[#fields + 2] = 'x', ARGV[i + 7]
    end
    if ARGV[i + 8] ~= '' then
      fields[#fields + 1], fields[#fields + 2] = 'w', ARGV[i + 8]
    end
    local id = redis.call('XADD', KEYS[1], '*', unpack(fields))
    redis.call('XADD', KEYS[2], id, 'l', ARGV[i + 9], 'r', ARGV[i + 10])
    last, lastId = seq, ARGV[i + 2]
    appended = appended + 1
  end
end
if appended > 0 then redis.call('HSET', KEYS[3], ARGV[1], last, 'id:' .. ARGV[1], lastId) end
return { appended, last }
