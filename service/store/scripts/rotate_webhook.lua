#!lua flags=allow-oom
-- Gives an endpoint another secret; the present one counts on for a while.
--
-- KEYS  1 owner   2 its list of endpoints   3 endpoint
-- ARGV  1 id   2 the new secret   3 for how many ms the former one counts
-- Answers until when that is, nil for no endpoint.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return nil end
local clock = redis.call('TIME')
local till = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[3]
local former = redis.call('HGET', KEYS[3], 'secret')
redis.call('HSET', KEYS[3], 'secret', ARGV[2], 'previous', former, 'previous_until', till)
return till
