#!lua
-- KEYS  1 player
-- ARGV  1 name
-- Answers 1, or 0 for no player: neither an expired nor a deleted one may come back.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
