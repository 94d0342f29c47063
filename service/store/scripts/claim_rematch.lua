#!lua
-- Fixes which game follows this one; the first to ask decides. The version stays.
--
-- KEYS  1 game
-- ARGV  1 id of the game that is to follow
-- Answers the id that counts, '' for no game.
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return '' end
redis.call('HSETNX', KEYS[1], 'rematch', ARGV[1])
return redis.call('HGET', KEYS[1], 'rematch')
