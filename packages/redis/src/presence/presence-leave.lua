-- Ends leases after a grace period: a user who reconnects within it stays online.
--
-- KEYS[1] leases (sorted set)   ARGV[1] grace period in ms   then pairs of user and connection
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local ends = string.format('%.0f', now + tonumber(ARGV[1]))
for i = 2, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], 'XX', ends, ARGV[i] .. ' ' .. ARGV[i + 1])
end
return 1
