-- Returns the users who are online, and the position of the last change that is included.
--
-- KEYS[1] leases by user (hash)   KEYS[2] state (hash)   Returns { '<epoch>-<n>', users }.
local known = redis.call('HMGET', KEYS[2], 'epoch', 'n')
return { (known[1] or '0') .. '-' .. (known[2] or '0'), redis.call('HKEYS', KEYS[1]) }
