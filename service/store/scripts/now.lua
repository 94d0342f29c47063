#!lua flags=no-writes
-- The clock of the server that holds a key, in ms since 1970.
--
-- KEYS  1 any key
local clock = redis.call('TIME')
return clock[1] * 1000 + math.floor(clock[2] / 1000)
