-- Moves a group's position forward, if the caller still owns the lease of the partition and nobody else has moved it.
--
-- KEYS[1] the stream   KEYS[2] the lease   KEYS[3] the last owner of the lease and what its readers did (hash)
-- ARGV[1] the group   ARGV[2] the lease as its owner wrote it
-- ARGV[3] the position as the caller knows it   ARGV[4] the new one   ARGV[5] number of entries between them
--
-- Returns 1, or -1 when another replica owns the lease or nobody does, or -2 when the group is elsewhere: Redis was
-- emptied, or failed over to an older state.
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return -1 end
if redis.call('EXISTS', KEYS[1]) == 0 then return -2 end
for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local group = {}
  for i = 1, #fields, 2 do group[fields[i]] = fields[i + 1] end
  if group['name'] == ARGV[1] then
    if group['last-delivered-id'] ~= ARGV[3] or group['pending'] > 0 then return -2 end
    local read = group['entries-read']
    if read then redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], ARGV[4], 'ENTRIESREAD', read + tonumber(ARGV[5]))
    else redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], ARGV[4]) end
    redis.call('HSET', KEYS[3], 'begun', ARGV[4], 'deaths', 1)
    return 1
  end
end
return -2
