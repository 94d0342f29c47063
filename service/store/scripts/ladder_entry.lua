#!lua
-- Writes the record of an entry in the place of the one that is known.
--
-- KEYS  1 entries
-- ARGV  1 entry   2 the record as it is known ('': none)   3 record
-- Answers 1, or 0 where there is another one by now.
local there = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if there ~= ARGV[2] and there ~= ARGV[3] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
