#!lua
-- Writes a player and the list with its first token; both expire unless the player is used. May be run again.
--
-- KEYS  1 player   2 tokens
-- ARGV  1 name   2 kind   3 owner   4 token id   5 digest   6 scope   7 expires at (0: never)   8 ms until expiry
-- Answers when the player was created.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if redis.call('HSETNX', KEYS[1], 'created_at', now) == 1 then
  redis.call('HSET', KEYS[1], 'name', ARGV[1], 'kind', ARGV[2], 'owner', ARGV[3])
  redis.call('HSET', KEYS[2], ARGV[4], now .. ' ' .. ARGV[7] .. ' ' .. ARGV[5] .. ' ' .. ARGV[6])
  redis.call('PEXPIRE', KEYS[1], ARGV[8])
  redis.call('PEXPIRE', KEYS[2], ARGV[8])
end
return tonumber(redis.call('HGET', KEYS[1], 'created_at'))
