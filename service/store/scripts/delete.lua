#!lua flags=allow-oom
-- KEYS  1 game   2 log   3 requests   4 due set
-- ARGV  1 game id
-- Answers 1 if there was such a game.
local id = ARGV[1]
redis.call('ZREM', KEYS[4], id .. ':d', id .. ':e', id .. ':w')
local found = redis.call('EXISTS', KEYS[1])
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
return found
