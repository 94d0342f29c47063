#!lua
-- Counts an illegal action of a seat.
--
-- KEYS  1 counts of the game
-- ARGV  1 seat   2 for how many ms they are kept
-- Answers the count.
local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return count
