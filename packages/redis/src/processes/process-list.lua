-- Returns the rows of processes whose lease has not ended, or of those whose lease has ended without their leave.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (sorted set)
-- ARGV[1] milliseconds of a lease   ARGV[2] 'alive' or 'lost'   ARGV[3] milliseconds for which a lost one is listed
--
-- Returns row, Unix ms of the report and whether an operator drains the replica ('1' or '0'), in turn.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local from, to = string.format('(%.0f', now), '+inf'
if ARGV[2] == 'lost' then from, to = string.format('(%.0f', now - tonumber(ARGV[3])), string.format('%.0f', now) end
local alive = redis.call('ZRANGEBYSCORE', KEYS[1], from, to, 'WITHSCORES')
local rows = {}
for i = 1, #alive, 2 do
  local row = redis.call('HGET', KEYS[2], alive[i])
  if row then
    rows[#rows + 1] = row
    rows[#rows + 1] = string.format('%.0f', tonumber(alive[i + 1]) - tonumber(ARGV[1]))
    rows[#rows + 1] = redis.call('ZSCORE', KEYS[3], alive[i]) and '1' or '0'
  end
end
return rows
