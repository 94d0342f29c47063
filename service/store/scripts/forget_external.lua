#!lua flags=allow-oom
-- Forgets by which external id an app knew a player. May be run again.
--
-- KEYS  1 the app's external ids   2 its list of players
-- ARGV  1 external id   2 player id
local known = redis.call('HGET', KEYS[1], ARGV[1])
if not known then return 0 end
local id, at = string.match(known, '^(%S+) (%x+) [01]$')
if id ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], at .. id)
return 1
