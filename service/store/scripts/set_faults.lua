#!lua
-- Replaces the faults that a game's creator has asked for.
--
-- KEYS  1 faults
-- ARGV  1 for how long in ms   2... names and values, in pairs; without any there are no faults any more
redis.call('UNLINK', KEYS[1])
if #ARGV > 1 then
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
