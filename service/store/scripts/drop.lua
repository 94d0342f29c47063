#!lua flags=allow-oom
-- Removes a game that has been written to the archive, if it still is what was written and nothing is owed any more.
--
-- KEYS  1 game   2 log   3 requests   4 due set   5 lifetimes
-- ARGV  1 game id   2 version   3 tag   4 id of the game that follows
-- Answers 1 if it was removed, 0 if there is none, -1 if it is another by now.
local version, tag, rematch, done = unpack(redis.call('HMGET', KEYS[1], 'version', 'tag', 'rematch', 'effects_done'))
if not version then return 0 end
if version ~= ARGV[2] or tag ~= ARGV[3] or (rematch or '') ~= ARGV[4] or done ~= version then return -1 end
redis.call('ZREM', KEYS[4], ARGV[1] .. ':d', ARGV[1] .. ':w', ARGV[1] .. ':e')
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
return 1
