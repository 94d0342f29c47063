#!lua
-- Writes a player and the list with its first token, if it has one. May be run again; nothing is written over what is
-- left of a deleted player.
--
-- KEYS  1 player   2 tokens
-- ARGV  1 name   2 kind   3 owner   4 app   5 external id   6 ms until expiry unless used (0: stays)
--       then, for a first token: 7 id   8 digest   9 scope   10 expires at (0: never)
-- Answers when the player was created.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if redis.call('HSETNX', KEYS[1], 'created_at', now) == 1 then
  redis.call('HSET', KEYS[1], 'name', ARGV[1], 'kind', ARGV[2], 'owner', ARGV[3])
  if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'app', ARGV[4], 'external_id', ARGV[5]) end
  if ARGV[7] then
    redis.call('HSET', KEYS[2], ARGV[7], now .. ' ' .. ARGV[10] .. ' ' .. ARGV[8] .. ' ' .. ARGV[9])
  end
  if ARGV[6] ~= '0' then
    redis.call('PEXPIRE', KEYS[1], ARGV[6])
    redis.call('PEXPIRE', KEYS[2], ARGV[6])
  end
end
return tonumber(redis.call('HGET', KEYS[1], 'created_at'))
