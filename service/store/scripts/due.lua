#!lua flags=no-writes
-- KEYS  1 due set
-- ARGV  1 how many at most
-- Answers the members that are due by the server's clock, oldest first.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
return redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
