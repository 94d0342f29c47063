#!lua
-- Lists a further token of a player, and drops those that have expired: they do not count. May be run again.
--
-- KEYS  1 player   2 tokens
-- ARGV  1 token id   2 digest   3 scope   4 expires at (0: never)   5 the most tokens at a time
-- Answers when the token was created, nil for no player, -1 where there are as many as there may be.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return nil end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local gone, listed = {}, redis.call('HGETALL', KEYS[2])
for index = 1, #listed, 2 do
  local expires_at = tonumber(string.match(listed[index + 1], '^%d+ (%d+)'))
  if expires_at > 0 and expires_at <= now and listed[index] ~= ARGV[1] then gone[#gone + 1] = listed[index] end
end
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known and #listed / 2 - #gone >= tonumber(ARGV[5]) then return -1 end
redis.call('HSETNX', KEYS[2], ARGV[1], now .. ' ' .. ARGV[4] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
for _, id in ipairs(gone) do redis.call('HDEL', KEYS[2], id) end
return tonumber(string.match(redis.call('HGET', KEYS[2], ARGV[1]), '^%d+'))
