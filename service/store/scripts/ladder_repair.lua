#!lua
-- Writes standings, ranks and meetings anew, as they were computed from the ledger.
--
-- KEYS  1 ledger   2 standings   3 met   4 ranks
-- ARGV  1 how long the ledger was   2 how many standings, then for each: entry, standing, its score in the ranks
--         ('': it is not in them)
--       then name and count for each kind of meeting
-- Answers 1, or 0 where the ledger is longer by now.
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
local upto = 2 + 3 * ARGV[2]
for place = 3, upto, 3 do
  redis.call('HSET', KEYS[2], ARGV[place], ARGV[place + 1])
  if ARGV[place + 2] ~= '' then redis.call('ZADD', KEYS[4], ARGV[place + 2], ARGV[place]) end
end
for place = upto + 1, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[place], ARGV[place + 1]) end
return 1
