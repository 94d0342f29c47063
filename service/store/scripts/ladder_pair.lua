#!lua
-- Puts entries together for a game that is to be created after this, if all is still as it was when they were chosen.
--
-- KEYS  1 ladder   2 entries   3 running   4 busy   5 paired   6 seated   7 begun
-- ARGV  1 revision of the ladder   2 game id   3 pairing   4 how many games an entry may play at once
--       5 number of seats, 0 where the game counts for no balance
--       6 how many pairs count for it, and their names
--       then entry, its record, its seat; for each that plays as an entry
-- Answers 1, also where it has been done before, or 0.
if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then return 1 end
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local pairs_upto = 6 + ARGV[6]
local games = {}
for place = pairs_upto + 1, #ARGV, 3 do
  if redis.call('HGET', KEYS[2], ARGV[place]) ~= ARGV[place + 1] then return 0 end
  local count, free_from = string.match(redis.call('HGET', KEYS[4], ARGV[place]) or '0 0 0', '^(%d+) (%d+) ')
  if tonumber(count) >= tonumber(ARGV[4]) or tonumber(free_from) > now then return 0 end
  games[place] = count + 1 .. ' ' .. free_from .. ' ' .. now
end
redis.call('HSET', KEYS[3], ARGV[2], now .. ' ' .. ARGV[3])
redis.call('ZADD', KEYS[7], -now, ARGV[2])
for place = 7, pairs_upto do redis.call('HINCRBY', KEYS[5], ARGV[place], 1) end
for place = pairs_upto + 1, #ARGV, 3 do
  redis.call('HSET', KEYS[4], ARGV[place], games[place])
  if ARGV[5] ~= '0' then
    redis.call('HINCRBY', KEYS[6], ARGV[place] .. ' ' .. ARGV[5] .. ' ' .. ARGV[place + 2], 1)
  end
end
return 1
