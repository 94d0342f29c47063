#!lua flags=allow-oom
-- Ends a claim: there is nothing left to do, or it is tried again later. What has been asked for again in the meantime
-- is due at once, except that a wait which is meant to be one is kept unless that was urgent.
--
-- KEYS  1 outbox   2 records
-- ARGV  1 member   2 number of the claim   3 ms until the next try (-1: done)   4 only something urgent ends the wait (1)
-- Answers 1 where it is gone or waits as asked, 0 where it is due at once, -1 where the claim is another's by now.
local record = redis.call('HGET', KEYS[2], ARGV[1])
if not record then return -1 end
local asked, seen, claim, _, state = string.match(record, '^(%d+) (%d+) (%d+) (%d+) (%S+)$')
if claim ~= ARGV[2] or (state ~= 'c' and state ~= 'u') then return -1 end
local delay, firm = tonumber(ARGV[3]), ARGV[4] == '1'
local again = asked ~= seen and (not firm or state == 'u')
if delay < 0 and not again then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  return 1
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local from = again and now or now + delay
state = not again and firm and 'w' or '-'
redis.call('HSET', KEYS[2], ARGV[1], asked .. ' ' .. asked .. ' ' .. claim .. ' ' .. from .. ' ' .. state)
redis.call('ZADD', KEYS[1], from, ARGV[1])
return again and 0 or 1
