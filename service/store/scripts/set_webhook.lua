#!lua flags=allow-oom
-- Changes an endpoint, and notes with its owner how many of them are enabled.
--
-- KEYS  1 owner   2 its list of endpoints   3 endpoint
-- ARGV  1 id   2... field and value, in pairs
-- Answers 1, or 0 for no endpoint.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[3], unpack(ARGV, 2))
redis.call('HSET', KEYS[2], ARGV[1], redis.call('HGET', KEYS[3], 'enabled'))
local enabled = 0
for _, one in ipairs(redis.call('HVALS', KEYS[2])) do enabled = enabled + one end
redis.call('HSET', KEYS[1], 'hooks', enabled)
return 1
