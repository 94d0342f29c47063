#!lua flags=no-writes
-- How far a bucket is behind.
--
-- KEYS  1 due set   2 heartbeat
-- Answers how many entries there are, how long the first has been due, and how long no ticker was seen (ms; 0 where
-- nothing is due, or where nothing has to be watched).
local count = redis.call('ZCARD', KEYS[1])
if count == 0 then return {0, 0, 0} end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local first = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
local beat = tonumber(redis.call('GET', KEYS[2]) or now)
return {count, math.max(0, now - first), math.max(0, now - beat)}
