#!lua
-- What comes of a game, once and for all of its entries together: ratings, ledger, and that they are free again.
--
-- KEYS  1 standings   2 ledger   3 settled   4 running   5 busy   6 met   7 entries   8 paired   9 seated
--       10 ladder   11 ranks   12 begun   13... the lists of places in the ledger, one a seat
-- ARGV  1 game id   2 ledger entry ('': none)   3 what is noted of the game where it has none
--       4 only a game that has been paired counts (1)   5 ms for which its entries rest
--       6 number of seats, where their balance is put back; else 0
--       7 how many seats, then for each: entry, the revision of its standing as it is known, its new standing ('': as
--         it is), whether it was held by the game (1), its score in the ranks ('': as it is)
--       then how many counts of meetings, and their names
--       then how many pairs whose balance is put back, and their names
--       then entry, record as it is known and new record, for each entry that changes by this
-- Answers {1, what is noted}, {2, what is noted} where the game was settled before, {3, ''} where it is not known,
-- {0, ''} where a standing or a record is another one by now.
local noted = redis.call('HGET', KEYS[3], ARGV[1])
if noted then return {2, noted} end
local running = redis.call('HGET', KEYS[4], ARGV[1])
if ARGV[4] == '1' and not running then return {3, ''} end

local seats = tonumber(ARGV[7])
local after_seats = 8 + 5 * seats
local after_counts = after_seats + 1 + ARGV[after_seats]
local changes = after_counts + 1 + ARGV[after_counts]
for seat = 0, seats - 1 do
  local place = 8 + 5 * seat
  if ARGV[place + 2] ~= '' then
    local revision = string.match(redis.call('HGET', KEYS[1], ARGV[place]) or '0 ', '^(%d+) ')
    if revision ~= ARGV[place + 1] then return {0, ''} end
  end
end
for place = changes, #ARGV, 3 do
  if redis.call('HGET', KEYS[7], ARGV[place]) ~= ARGV[place + 1] then return {0, ''} end
end

-- From here on everything is written.
noted = ARGV[3]
if ARGV[2] ~= '' then noted = tostring(redis.call('RPUSH', KEYS[2], ARGV[2])) end
redis.call('HSET', KEYS[3], ARGV[1], noted)
for seat = 0, seats - 1 do
  local place = 8 + 5 * seat
  if ARGV[place + 2] ~= '' then
    redis.call('HSET', KEYS[1], ARGV[place], ARGV[place + 1] + 1 .. ' ' .. ARGV[place + 2])
  end
  if ARGV[2] ~= '' then redis.call('RPUSH', KEYS[13 + seat], noted) end
  if ARGV[place + 4] ~= '' then redis.call('ZADD', KEYS[11], ARGV[place + 4], ARGV[place]) end
end
for place = after_seats + 1, after_counts - 1 do redis.call('HINCRBY', KEYS[6], ARGV[place], 1) end
for place = changes, #ARGV, 3 do redis.call('HSET', KEYS[7], ARGV[place], ARGV[place + 2]) end
if not running then return {1, noted} end

redis.call('HDEL', KEYS[4], ARGV[1])
redis.call('ZREM', KEYS[12], ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if ARGV[2] ~= '' and ARGV[4] == '1' and ARGV[6] == '0' then
  local length = math.max(0, now - string.match(running, '^(%d+) '))
  local usual = redis.call('HGET', KEYS[10], 'game_ms') or length
  redis.call('HSET', KEYS[10], 'game_ms', math.floor((7 * usual + length) / 8))
end
local free_from = string.format('%.0f', now + ARGV[5])
for seat = 0, seats - 1 do
  local place = 8 + 5 * seat
  if ARGV[place + 3] == '1' then
    local count = string.match(redis.call('HGET', KEYS[5], ARGV[place]) or '0 0 0', '^(%d+) ')
    redis.call('HSET', KEYS[5], ARGV[place], math.max(0, count - 1) .. ' ' .. free_from .. ' ' .. free_from)
    if ARGV[6] ~= '0' then redis.call('HINCRBY', KEYS[9], ARGV[place] .. ' ' .. ARGV[6] .. ' ' .. seat, -1) end
  end
end
for place = after_counts + 1, changes - 1 do redis.call('HINCRBY', KEYS[8], ARGV[place], -1) end
return {1, noted}
