#!lua flags=allow-oom
-- Moves the mark up to which a game's effects are done, if nobody else has moved it. The entry in the due set goes only
-- when the mark has caught up: a commit that came in between keeps it.
--
-- KEYS  1 game   2 due set
-- ARGV  1 game id   2 the mark as it was read   3 the version up to which effects were carried out
-- Answers the mark as it is now, 0 for no game.
local version, done = unpack(redis.call('HMGET', KEYS[1], 'version', 'effects_done'))
if version and done == ARGV[2] and tonumber(done) < tonumber(ARGV[3]) and tonumber(ARGV[3]) <= tonumber(version) then
  done = ARGV[3]
  redis.call('HSET', KEYS[1], 'effects_done', done)
end
if version == done then redis.call('ZREM', KEYS[2], ARGV[1] .. ':e') end
return tonumber(done or 0)
