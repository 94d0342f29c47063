#!lua flags=allow-oom
-- Takes a game out of a list as if it had never been in it. Only for games that are gone, or whose past is another now:
-- the version is forgotten too.
--
-- KEYS  1 versions   2... sets
-- ARGV  1 game id   2 member
for number = 2, #KEYS do redis.call('ZREM', KEYS[number], ARGV[2]) end
redis.call('HDEL', KEYS[1], ARGV[1])
return 1
