-- Takes a free lease, or renews it for its owner.
--
-- A lease has a fencing token: greater than the token of every earlier owner, also after Redis was
-- emptied (it is at least the time in ms). An owner keeps its token until somebody else takes the
-- lease, so that a pause or an outage that nobody used changes nothing.
--
-- KEYS[1] the lease, `<replica> <token>`   KEYS[2] the last owner and token (hash)
-- ARGV[1] this replica   ARGV[2] milliseconds   ARGV[3] the token must be greater than this
--
-- Returns the token, or 0 while another replica owns the lease.
local owner = redis.call('GET', KEYS[1])
if owner and string.match(owner, '^(.*) %d+$') ~= ARGV[1] then return 0 end
local known = redis.call('HMGET', KEYS[2], 'replica', 'token')
local token, floor = tonumber(known[2] or '0'), tonumber(ARGV[3])
if known[1] ~= ARGV[1] or token <= floor then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  token = math.max(token + 1, floor + 1, now)
  redis.call('HSET', KEYS[2], 'replica', ARGV[1], 'token', string.format('%.0f', token))
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. string.format('%.0f', token), 'PX', ARGV[2])
return token
