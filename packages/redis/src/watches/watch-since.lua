-- Tells since when watches are registered.
--
-- KEYS[1] the time since when each is registered, Unix ms (hash)
-- ARGV    the watches
--
-- Returns the time of this server, Unix ms, then for each watch since when it is registered without interruption, or '' if
-- it is not registered.
local time = redis.call('TIME')
local reply = { string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)) }
for _, id in ipairs(ARGV) do reply[#reply + 1] = redis.call('HGET', KEYS[1], id) or '' end
return reply
