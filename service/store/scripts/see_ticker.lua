#!lua flags=allow-oom
-- Notes that a ticker is alive, and forgets those that have not been seen for a while.
--
-- KEYS  1 tickers: instances, each with the time it was seen last
-- ARGV  1 instance   2 ms after which one is forgotten
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
