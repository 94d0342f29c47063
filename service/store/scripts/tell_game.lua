#!lua flags=allow-oom
-- From now on each commit of the game owes effects: somebody keeps a log that it belongs in. So do those that have been
-- made since its effects were last carried out: whoever finds that it is told may know an older version alone.
--
-- KEYS  1 game
-- Answers the game's version, 0 for no game.
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 0 end
redis.call('HSET', KEYS[1], 'told', 1, 'owes', version)
return tonumber(version)
