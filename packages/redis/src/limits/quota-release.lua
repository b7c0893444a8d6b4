-- Gives back one of what this replica has reserved.
-- KEYS[1] what this replica has reserved (hash)   ARGV[1] name of the thing
-- Returns 1 when it was held; what a lost Redis forgot is no longer there to be given back.
local held = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if held <= 0 then return 0 end
if held == 1 then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
end
redis.call('HINCRBY', KEYS[1], '*', -1)
return 1
