#!lua flags=allow-oom
-- Keeps a claim for longer.
--
-- KEYS  1 outbox   2 records
-- ARGV  1 member   2 number of the claim   3 lease in ms, from now on
-- Answers 1, or 0 where the claim is another's by now.
local record = redis.call('HGET', KEYS[2], ARGV[1])
if not record then return 0 end
local asked, seen, claim, _, state = string.match(record, '^(%d+) (%d+) (%d+) (%d+) (%S+)$')
if claim ~= ARGV[2] or (state ~= 'c' and state ~= 'u') then return 0 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[2], ARGV[1], asked .. ' ' .. seen .. ' ' .. claim .. ' ' .. now + ARGV[3] .. ' ' .. state)
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
return 1
