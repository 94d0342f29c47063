#!lua flags=allow-oom
-- Notes that an entry is there. For whoever is in no ladder nothing is kept.
--
-- KEYS  1 ladders of the player   2 when it was seen
-- ARGV  1 for how many ms that is known
-- Answers 1 where it was noted.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], 1, 'PX', ARGV[1])
return 1
