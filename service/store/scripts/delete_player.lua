#!lua flags=allow-oom
-- Leaves of a player that it was there and is no more. What remains stays, so that its id never opens anything again.
-- May be run again.
--
-- KEYS  1 player
-- Answers 1, or 0 for no player.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local clock = redis.call('TIME')
redis.call('HSETNX', KEYS[1], 'deleted', clock[1] * 1000 + math.floor(clock[2] / 1000))
redis.call('HDEL', KEYS[1], 'name', 'turn_url', 'called_since')
redis.call('PERSIST', KEYS[1])
return 1
