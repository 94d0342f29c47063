#!lua
-- Says which player an app knows by an external id; where it knows none, or one that is gone, the proposed one.
--
-- KEYS  1 app   2 its external ids   3 its list of players
-- ARGV  1 external id   2 proposed player id   3 id of a player that is gone ('': none)
-- Answers {player id, '1' where that player was written before, else '0'}, nil for no app.
if redis.call('EXISTS', KEYS[1]) == 0 then return nil end
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known then
  local id, at, made = string.match(known, '^(%S+) (%x+) ([01])$')
  if id ~= ARGV[3] then return {id, made} end
  redis.call('ZREM', KEYS[3], at .. id)
end
local clock = redis.call('TIME')
local at = string.format('%011x', clock[1] * 1000 + math.floor(clock[2] / 1000))
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. at .. ' 0')
redis.call('ZADD', KEYS[3], 0, at .. ARGV[2])
return {ARGV[2], '0'}
