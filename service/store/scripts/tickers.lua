#!lua flags=no-writes
-- The tickers that are alive.
--
-- KEYS  1 tickers
-- ARGV  1 ms after which one is forgotten
-- Answers for each how long ago it was seen (ms).
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local ages = {}
local seen = redis.call('ZRANGEBYSCORE', KEYS[1], now - ARGV[1], '+inf', 'WITHSCORES')
for index = 2, #seen, 2 do ages[#ages + 1] = math.max(0, now - tonumber(seen[index])) end
return ages
