#!lua
-- Writes standings and meetings anew, as they were computed from the ledger.
--
-- KEYS  1 ledger   2 standings   3 met
-- ARGV  1 how long the ledger was   2 how many standings, then entry and standing for each
--       then name and count for each kind of meeting
-- Answers 1, or 0 where the ledger is longer by now.
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('UNLINK', KEYS[2], KEYS[3])
local upto = 2 + 2 * ARGV[2]
for place = 3, upto, 2 do redis.call('HSET', KEYS[2], ARGV[place], ARGV[place + 1]) end
for place = upto + 1, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[place], ARGV[place + 1]) end
return 1
