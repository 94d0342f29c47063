#!lua
-- Lists a further token of a player, and drops those that have expired. May be run again.
--
-- KEYS  1 player   2 tokens
-- ARGV  1 token id   2 digest   3 scope   4 expires at (0: never)
-- Answers when the token was created, nil for no player.
if redis.call('EXISTS', KEYS[1]) == 0 then return nil end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local gone, listed = {}, redis.call('HGETALL', KEYS[2])
for index = 1, #listed, 2 do
  local expires_at = tonumber(string.match(listed[index + 1], '^%d+ (%d+)'))
  if expires_at > 0 and expires_at <= now then gone[#gone + 1] = listed[index] end
end
redis.call('HSETNX', KEYS[2], ARGV[1], now .. ' ' .. ARGV[4] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
for _, id in ipairs(gone) do redis.call('HDEL', KEYS[2], id) end
return tonumber(string.match(redis.call('HGET', KEYS[2], ARGV[1]), '^%d+'))
