#!lua
-- Says who may carry out a creation that has an Idempotency-Key. The id of the new game is that of the first claim, for
-- all who come later, so that it is created once whoever finishes.
--
-- KEYS  1 creation
-- ARGV  1 digest of the body   2 proposed id   3 ms until others may take over   4 ms until the record expires
-- Answers {'mine' | 'busy' | 'done' | 'mismatch', id}
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local body, id, holder, held_until, done =
  unpack(redis.call('HMGET', KEYS[1], 'body', 'id', 'holder', 'held_until', 'done'))
if not id then
  redis.call('HSET', KEYS[1], 'body', ARGV[1], 'id', ARGV[2], 'holder', ARGV[2], 'held_until', now + ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {'mine', ARGV[2]}
end
if body ~= ARGV[1] then return {'mismatch', id} end
if done then return {'done', id} end
-- A claim whose reply was lost is sent again with the same proposal.
if holder ~= ARGV[2] and now < tonumber(held_until) then return {'busy', id} end
redis.call('HSET', KEYS[1], 'holder', ARGV[2], 'held_until', now + ARGV[3])
return {'mine', id}
