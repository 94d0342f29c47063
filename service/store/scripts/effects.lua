#!lua flags=allow-oom
-- Moves the mark up to which a game's effects are done. Others may have moved it on meanwhile, never a pass that began
-- ahead of it: nothing is skipped. The entry in the due set goes only when the mark has caught up: a commit that came in
-- between keeps it, unless nothing follows from that commit: it is done with those before it.
--
-- KEYS  1 game   2 due set
-- ARGV  1 game id   2 the mark as it was read   3 the version up to which effects were carried out
-- Answers the mark as it is now, 0 for no game.
local version, done, owes = unpack(redis.call('HMGET', KEYS[1], 'version', 'effects_done', 'owes'))
local from, upto = tonumber(ARGV[2]), tonumber(ARGV[3])
if version and from <= tonumber(done) and tonumber(done) < upto and upto <= tonumber(version) then
  done = upto >= tonumber(owes or version) and version or ARGV[3]
  redis.call('HSET', KEYS[1], 'effects_done', done)
end
if version == done then redis.call('ZREM', KEYS[2], ARGV[1] .. ':e') end
return tonumber(done or 0)
