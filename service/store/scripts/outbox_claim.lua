#!lua flags=allow-oom
-- Takes what is to be sent out for a while. Claims are numbered through, so that whoever is late is told from the next.
--
-- KEYS  1 outbox   2 records, whose field '' counts the claims
-- ARGV  1 member   2 lease in ms
-- Answers the number of the claim, 0 where it is not due, claimed, or gone.
local record = redis.call('HGET', KEYS[2], ARGV[1])
if not record then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return 0
end
local asked, from = string.match(record, '^(%d+) %d+ %d+ (%d+) ')
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if tonumber(from) > now then return 0 end
local claim = redis.call('HINCRBY', KEYS[2], '', 1)
redis.call('HSET', KEYS[2], ARGV[1], asked .. ' ' .. asked .. ' ' .. claim .. ' ' .. now + ARGV[2] .. ' c')
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return claim
