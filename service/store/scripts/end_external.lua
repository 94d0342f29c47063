#!lua flags=allow-oom
-- Notes that the player behind an external id was written. May be run again.
--
-- KEYS  1 the app's external ids
-- ARGV  1 external id   2 player id
local known = redis.call('HGET', KEYS[1], ARGV[1])
if not known then return 0 end
local id, at = string.match(known, '^(%S+) (%x+) [01]$')
if id ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], id .. ' ' .. at .. ' 1')
return 1
