#!lua flags=allow-oom
-- Notes something that is to be done; an entry that is there already keeps its time.
--
-- KEYS  1 departures
-- ARGV  1 member   2 in so many ms
local clock = redis.call('TIME')
return redis.call('ZADD', KEYS[1], 'NX', clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2], ARGV[1])
