-- Appends one entry to a partition of the message stream once more, for a dead letter that an operator
-- retries. A retry of the same dead letter within the time of its mark appends nothing.
--
-- KEYS[1] the stream            KEYS[2] the stream of details, with the same entry ids
-- KEYS[3] the mark of the dead letter
-- ARGV[1] how long the mark is kept, s     ARGV[2] number of values in the entry
-- then the names and values of the entry's fields, then those of the details' (may be none)
--
-- Returns the entry's id.
local known = redis.call('GET', KEYS[3])
if known then return known end
local count = tonumber(ARGV[2])
local id = redis.call('XADD', KEYS[1], '*', unpack(ARGV, 3, 2 + count))
if #ARGV > 2 + count then redis.call('XADD', KEYS[2], id, unpack(ARGV, 3 + count, #ARGV)) end
redis.call('SET', KEYS[3], id, 'EX', ARGV[1])
return id
