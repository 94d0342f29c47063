#!lua flags=allow-oom
-- Counts a try at an AI player's move where it begins. Each commit sets the count to 0.
--
-- KEYS  1 game
-- ARGV  1 version
-- Answers the number of this try, from 1, or 0 where the game is not at this version.
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
return redis.call('HINCRBY', KEYS[1], 'ai_attempt', 1)
