#!lua
-- KEYS  1 player
-- ARGV  1 name
-- Answers 1, or 0 for no player: an expired one must not come back as half a record.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
