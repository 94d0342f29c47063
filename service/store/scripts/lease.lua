#!lua flags=allow-oom
-- Takes an entry that is due for a while.
--
-- KEYS  1 a sorted set with instants as scores
-- ARGV  1 member   2 lease in ms
-- Answers 1, or 0 where it is not due or not there.
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if not score or tonumber(score) > now then return 0 end
redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])
return 1
