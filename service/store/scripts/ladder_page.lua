#!lua flags=no-writes
-- A page of a list of a ladder, at one moment, with what is stored of each that stands in it.
--
-- KEYS  1 the list: a sorted set, the least first, equals by id   2 the hash that tells more of each id
-- ARGV  1 how many at most   2 score and 3 id behind which the page begins; left out: from the start
-- Answers how many come before the page, then id and record in turn.

-- Lua's own comparison goes by the server's locale, the order of a set by bytes.
local function is_behind(one, other)
  for place = 1, math.min(#one, #other) do
    local here, there = string.byte(one, place), string.byte(other, place)
    if here ~= there then return here > there end
  end
  return #one > #other
end

local before = 0
if ARGV[2] then
  local after = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[2])
  before = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[2])
  while before < after do
    local middle = math.floor((before + after) / 2)
    if is_behind(redis.call('ZRANGE', KEYS[1], middle, middle)[1], ARGV[3]) then
      after = middle
    else
      before = middle + 1
    end
  end
end
local page = {before}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], before, before + ARGV[1] - 1)) do
  page[#page + 1] = id
  page[#page + 1] = redis.call('HGET', KEYS[2], id) or ''
end
return page
