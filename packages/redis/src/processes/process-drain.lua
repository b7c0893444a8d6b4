-- Asks a process to drain, or takes it back. The last process of a service that is ready is not drained, unless that is
-- forced: two that are drained at the same moment would each take the other for ready, were it decided anywhere else.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (sorted set, by the last report)
-- ARGV[1] replica   ARGV[2] '1' to drain, '0' to take it back   ARGV[3] '1' to drain the last one, too
--
-- Returns 1, 0 if there is no such process, or 2 if it is the last one.
local row = redis.call('HGET', KEYS[2], ARGV[1])
local isDrained = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not row and not isDrained then return 0 end
if ARGV[2] ~= '1' then
  redis.call('ZREM', KEYS[3], ARGV[1])
  return 1
end
if isDrained then return 1 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if ARGV[3] ~= '1' then
  local service = cjson.decode(row)['service']
  local hasOther = false
  for _, replica in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf')) do
    local other = replica ~= ARGV[1] and redis.call('HGET', KEYS[2], replica)
    if other and not redis.call('ZSCORE', KEYS[3], replica) then
      local report = cjson.decode(other)
      if report['service'] == service and report['ready'] then
        hasOther = true
        break
      end
    end
  end
  if not hasOther then return 2 end
end
redis.call('ZADD', KEYS[3], string.format('%.0f', now), ARGV[1])
return 1
