-- Acknowledges entries of a group, if the caller still owns the lease of the partition.
--
-- KEYS[1] the stream   KEYS[2] the lease
-- ARGV[1] the group   ARGV[2] the lease as its owner wrote it   ARGV[3…] entry ids
--
-- Returns how many were acknowledged, or -1 when another replica owns the lease or nobody does.
if redis.call('GET', KEYS[2]) ~= ARGV[2] then return -1 end
local acknowledged = 0
-- A call takes a limited number of arguments.
for from = 3, #ARGV, 1000 do
  local to = math.min(from + 999, #ARGV)
  acknowledged = acknowledged + redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, from, to))
end
return acknowledged
