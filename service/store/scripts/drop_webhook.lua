#!lua flags=allow-oom
-- Removes an endpoint with all that belongs to it. May be run again.
--
-- KEYS  1 owner   2 its list of endpoints   3... the endpoint's own
-- ARGV  1 id
-- Answers 1, or 0 for no endpoint.
local known = redis.call('HDEL', KEYS[2], ARGV[1])
for place = 3, #KEYS do redis.call('UNLINK', KEYS[place]) end
local enabled = 0
for _, one in ipairs(redis.call('HVALS', KEYS[2])) do enabled = enabled + one end
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'hooks', enabled) end
return known
