-- Joins the blocks of messages of several blocks to wholes. Blocks come in any order, several times and from
-- several stations; each is delivered by itself whatever this returns. Repeating the script for the
-- same blocks gives the same result.
--
-- An open whole is a hash with a time to live. Its fields:
--   <n>            block n as it was received first: "<ms>|<more>|<group id>|<stations>|<text>"
--   <n>:<station>  block n as this station received it, if it differs: bit errors, or a forged copy
--   =<digest>      the id of the message that completed the whole with this text
-- A station's own blocks take precedence in what it completes, so that no other station can change
-- them.
--
-- The block of a downlink has a number from 1, so that all before the last one must be there. A block of
-- an uplink has only the letter of its block id, so the whole begins with the first block received before
-- it without a gap; its last block is looked up only, because most uplinks have a single block.
--
-- KEYS    prefixes, all of one hash slot: [1] open wholes  [2] transmissions of linking
--         [3] counts of wholes opened
-- ARGV[1] most bytes of the texts of an open whole
-- ARGV[2] most wholes that are opened for one station, and [3] for one aircraft, in [4] seconds
-- then per block, thirteen each:
--   id, key of the whole, aircraft, transmission's key or '', station id, time (ms), time-out (ms),
--   number, number after which it continues with 1 or '0' for a downlink, '1' if more blocks follow,
--   '1' if the text is the whole already, text, digest of the text if it is
--
-- Returns per block four strings: what became of it ('whole', 'opened', 'kept', 'limited', ''), and
-- of a whole the group ids of its parts and the ids of the stations that they were received by,
-- separated by commas, and its text ('' if it is the text of the block).
local bytes_max = tonumber(ARGV[1])
local station_max, aircraft_max, window_seconds = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local variants_max, stations_max, completed_max = 32, 16, 16
-- A whole is kept a little longer than its blocks may be apart.
local grace_ms = 60000

local out = {}
local function answer(status, parts, stations, text)
  local n = #out
  out[n + 1], out[n + 2], out[n + 3], out[n + 4] = status, parts or '', stations or '', text or ''
end

local function load(name)
  local whole = { blocks = {}, completed = {}, bytes = 0, variants = 0, completions = 0 }
  local fields = redis.call('HGETALL', name)
  for i = 1, #fields, 2 do
    local field, value = fields[i], fields[i + 1]
    if string.sub(field, 1, 1) == '=' then
      whole.completed[string.sub(field, 2)] = value
      whole.completions = whole.completions + 1
    else
      local at, more, group, stations, text =
        string.match(value, '^(%d+)|([01])|([^|]*)|([^|]*)|(.*)$')
      whole.blocks[field] =
        { at = tonumber(at), more = more, group = group, stations = stations, text = text }
      whole.bytes = whole.bytes + #text
      if string.find(field, ':', 1, true) then whole.variants = whole.variants + 1 end
    end
  end
  whole.exists = #fields > 0
  return whole
end

local function may_open(station, aircraft)
  for _, limit in ipairs({ { 's:' .. station, station_max }, { 'a:' .. aircraft, aircraft_max } }) do
    local name = KEYS[3] .. limit[1]
    local count = redis.call('INCR', name)
    if count == 1 then redis.call('EXPIRE', name, window_seconds) end
    if count > limit[2] then return false end
  end
  return true
end

local function has(list, id)
  return string.find(',' .. list .. ',', ',' .. id .. ',', 1, true) ~= nil
end

local function count_of(list)
  local _, commas = string.gsub(list, ',', '')
  return commas + 1
end

for i = 5, #ARGV, 13 do
  local id, aircraft, group_key, station = ARGV[i], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4]
  local at, timeout = tonumber(ARGV[i + 5]), tonumber(ARGV[i + 6])
  local number, wrap, more = tonumber(ARGV[i + 7]), tonumber(ARGV[i + 8]), ARGV[i + 9]
  local is_joined, text = ARGV[i + 10] == '1', ARGV[i + 11]
  local name = KEYS[1] .. ARGV[i + 1]
  local whole = load(name)
  local blocks = whole.blocks

  local function is_fresh(block)
    return block ~= nil and math.abs(block.at - at) <= timeout
  end

  -- Returns a block as the station received it, or else as it was received first.
  local function view(n)
    local own = blocks[n .. ':' .. station]
    if is_fresh(own) then return own end
    local first = blocks[tostring(n)]
    if is_fresh(first) then return first end
    return nil
  end

  local function write(field, block)
    blocks[field] = block
    redis.call('HSET', name, field,
      block.at .. '|' .. block.more .. '|' .. block.group .. '|' .. block.stations .. '|' .. block.text)
    redis.call('PEXPIRE', name, timeout + grace_ms)
  end

  local function group_id()
    local known = group_key ~= '' and redis.call('GET', KEYS[2] .. group_key)
    return known and string.match(known, '|(.*)$') or id
  end

  -- Adds the block, once however often it comes. Returns what became of it.
  local function add()
    local first = blocks[tostring(number)]
    if is_fresh(first) and first.text == text and first.more == more then
      if not has(first.stations, station) and count_of(first.stations) < stations_max then
        first.stations = first.stations .. ',' .. station
        write(tostring(number), first)
      end
      return 'kept'
    end
    local field = tostring(number)
    if is_fresh(first) then
      field = field .. ':' .. station
      local own = blocks[field]
      if is_fresh(own) and own.text == text then return 'kept' end
      if not own and whole.variants >= variants_max then return 'limited' end
    end
    local replaced = blocks[field]
    local bytes = whole.bytes + #text - (replaced and #replaced.text or 0)
    if bytes > bytes_max then return 'limited' end
    if not whole.exists and not may_open(station, aircraft) then return 'limited' end
    write(field, { at = at, more = more, group = group_id(), stations = station, text = text })
    return whole.exists and 'kept' or 'opened'
  end

  -- Returns the blocks before the last one of an uplink, in order.
  local function before(last)
    local found, n = {}, last
    for _ = 1, wrap - 1 do
      n = n == 1 and wrap or n - 1
      local block = view(n)
      if not block or block.more ~= '1' then break end
      table.insert(found, 1, block)
    end
    return found
  end

  -- Returns the blocks of a complete whole that this block belongs to, in order, or nil.
  local function complete_blocks()
    local found = {}
    if wrap > 0 then
      if more == '1' then return nil end
      found = before(number)
      if #found == 0 then return nil end
      found[#found + 1] = { group = group_id(), stations = station, text = text }
      return found
    end
    for n = 1, 16 do
      local block = view(n)
      if not block then return nil end
      found[n] = block
      if block.more == '0' then
        if n == 1 or n < number then return nil end
        return found
      end
    end
    return nil
  end

  local function finish(found, joined, digest)
    local completed_by = whole.completed[digest]
    if completed_by and completed_by ~= id then return nil end
    if not completed_by then
      if whole.completions >= completed_max then return nil end
      if is_joined and not whole.exists and not may_open(station, aircraft) then return nil end
      redis.call('HSET', name, '=' .. digest, id)
      redis.call('PEXPIRE', name, timeout + grace_ms)
    end
    local groups, stations = {}, {}
    for n, block in ipairs(found) do
      groups[n] = block.group
      -- Of several stations that received a block, the completing one, or else the first.
      local by = has(block.stations, station) and station or string.match(block.stations, '^%d+')
      stations[by] = true
    end
    local names = {}
    for by in pairs(stations) do names[#names + 1] = by end
    table.sort(names)
    answer('whole', table.concat(groups, ','), table.concat(names, ','), joined)
    return true
  end

  local status, is_answered = '', false
  if is_joined then
    local found = {}
    if wrap > 0 then
      found = before(number)
    else
      for n = 1, number - 1 do found[#found + 1] = view(n) end
    end
    -- The text is of this station's own reception alone.
    for n, block in ipairs(found) do found[n] = { group = block.group, stations = station } end
    found[#found + 1] = { group = group_id(), stations = station }
    is_answered = finish(found, '', ARGV[i + 12])
  else
    if wrap == 0 or more == '1' then status = add() end
    local found = status ~= 'limited' and complete_blocks()
    if found then
      local texts = {}
      for n, block in ipairs(found) do texts[n] = block.text end
      local last, first = texts[#texts], texts[1]
      -- A decoder that joins without saying so repeats the earlier blocks in the last one.
      local repeats = #first > 0 and #last > #first and string.sub(last, 1, #first) == first
      local joined = repeats and last or table.concat(texts)
      if #joined <= bytes_max then is_answered = finish(found, joined, redis.sha1hex(joined)) end
    end
  end
  if not is_answered then answer(status) end
end
return out
