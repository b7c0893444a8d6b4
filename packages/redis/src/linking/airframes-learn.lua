-- Adds tails with 24-bit addresses from a register to the directory of airframes. Entries created by
-- messages stay unchanged: an id in use is never replaced, and a tail that has an address keeps it.
--
-- KEYS    hashes of one hash slot: [1] airframes by 24-bit address  [2] airframes by tail
-- ARGV[1] the most airframes remembered, then per airframe three: tail, address, id
--
-- Returns how many tails are new to the directory or got their address.
local airframes_max = tonumber(ARGV[1])
local tails = redis.call('HLEN', KEYS[2])
local learned = 0
for i = 2, #ARGV, 3 do
  local tail, icao, id = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local by_tail = redis.call('HGET', KEYS[2], tail)
  if by_tail then
    local bar = string.find(by_tail, '|', 1, true)
    if bar == #by_tail then
      -- Only the tail was received so far: its airframe gets the address, unless that has its own.
      local known = redis.call('HGET', KEYS[1], icao)
      if not known then
        known = string.sub(by_tail, 1, bar - 1)
        redis.call('HSET', KEYS[1], icao, known)
      end
      redis.call('HSET', KEYS[2], tail, known .. '|' .. icao)
      learned = learned + 1
    end
  elseif tails < airframes_max then
    local known = redis.call('HGET', KEYS[1], icao)
    if not known then
      known = id
      redis.call('HSET', KEYS[1], icao, id)
    end
    redis.call('HSET', KEYS[2], tail, known .. '|' .. icao)
    tails = tails + 1
    learned = learned + 1
  end
end
return learned
