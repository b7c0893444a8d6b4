-- Asks a process to drain, or takes it back.
--
-- KEYS[1] leases (sorted set)   KEYS[2] rows (hash)   KEYS[3] replicas to drain (set)
-- ARGV[1] replica   ARGV[2] '1' to drain, '0' to take it back
--
-- Returns 1, or 0 if there is no such process.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
if ARGV[2] == '1' then
  redis.call('SADD', KEYS[3], ARGV[1])
else
  redis.call('SREM', KEYS[3], ARGV[1])
end
return 1
