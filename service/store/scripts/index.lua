#!lua flags=allow-oom
-- Puts a game into one set of a list, and out of all others. What is known of an older version never undoes what a
-- newer one said; for that the version stays also of a game that has left the list.
--
-- KEYS  1 versions   2... sets, and for a player's list at the end the player
-- ARGV  1 game id   2 member   3 version   4 number of the set from 1, 0 for none   5 how many sets there are
-- Answers 2 where the player, or its app, keeps a log, 1 for all others, or -1 where the player is gone and nothing was
-- written.
local sets, answer = tonumber(ARGV[5]), 1
local owner = KEYS[sets + 2]
if owner then
  local gone, listens, app_listens = unpack(redis.call('HMGET', owner, 'deleted', 'listens', 'app_listens'))
  if gone or redis.call('EXISTS', owner) == 0 then return -1 end
  if listens or app_listens then answer = 2 end
end
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and tonumber(known) > tonumber(ARGV[3]) then return answer end
for number = 1, sets do
  if tostring(number) == ARGV[4] then redis.call('ZADD', KEYS[number + 1], 0, ARGV[2])
  else redis.call('ZREM', KEYS[number + 1], ARGV[2]) end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return answer
