#!lua
-- KEYS  1 player
-- ARGV  1 where it is called when it is its turn, '' for nowhere
-- Answers 1, or 0 for no player: neither an expired nor a deleted one may come back.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return 0 end
if ARGV[1] == '' then redis.call('HDEL', KEYS[1], 'turn_url')
else redis.call('HSET', KEYS[1], 'turn_url', ARGV[1]) end
return 1
