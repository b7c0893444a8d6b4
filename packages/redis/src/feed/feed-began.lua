-- Tells since when this Redis has kept feed logs without being emptied. The first call after it was emptied sets that. The
-- time is that of this server: a caller's would be from before the call arrived, when Redis still had what it lost.
--
-- KEYS[1] the time, Unix ms
local began = redis.call('GET', KEYS[1])
if began then return began end
local time = redis.call('TIME')
began = string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
redis.call('SET', KEYS[1], began)
return began
