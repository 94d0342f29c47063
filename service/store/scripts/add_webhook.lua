#!lua
-- Writes a new endpoint. May be run again.
--
-- KEYS  1 owner   2 its list of endpoints   3 endpoint
-- ARGV  1 id   2 the most endpoints of an owner   3... field and value of the endpoint, in pairs
-- Answers when it was made, nil for no owner, -1 where there are as many as there may be.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return nil end
local since = redis.call('HGET', KEYS[3], 'created_at')
if since then return tonumber(since) end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[2]) then return -1 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[3], 'created_at', now, unpack(ARGV, 3))
redis.call('HSET', KEYS[2], ARGV[1], 1)
redis.call('HINCRBY', KEYS[1], 'hooks', 1)
return now
