#!lua
-- Notes a game that is over and has to be settled, where nobody has paired it.
--
-- KEYS  1 settled   2 running
-- ARGV  1 game id   2 who has played it, as a pairing
-- Answers 1, or 0 where it is noted or settled.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 0 end
local clock = redis.call('TIME')
return redis.call('HSETNX', KEYS[2], ARGV[1], clock[1] * 1000 + math.floor(clock[2] / 1000) .. ' ' .. ARGV[2])
