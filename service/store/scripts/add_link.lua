#!lua
-- Puts another player on a list that a player keeps. May be run again.
--
-- KEYS  1 player   2 list
-- ARGV  1 id of the other   2 the most entries of the list
-- Answers since when the other stands there, nil for no player, -1 where the list is full.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return nil end
local since = redis.call('HGET', KEYS[2], ARGV[1])
if since then return tonumber(since) end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[2]) then return -1 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[2], ARGV[1], now)
return now
