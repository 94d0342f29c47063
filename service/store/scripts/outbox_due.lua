#!lua flags=allow-oom
-- Finds what is due, and has it found again only after a while, so that a queue that is long is not made longer.
--
-- KEYS  1 outbox
-- ARGV  1 how many at most   2 after how many ms it is found again
-- Answers the members, oldest first.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
for _, member in ipairs(found) do redis.call('ZADD', KEYS[1], now + ARGV[2], member) end
return found
