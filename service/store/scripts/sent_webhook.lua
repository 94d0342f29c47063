#!lua flags=allow-oom
-- Notes how a try went and moves the endpoint's place in its owner's log, unless somebody has moved it meanwhile: then
-- what a slow process reports late undoes nothing.
--
-- KEYS  1 endpoint   2 deliveries   3 their order, newest first   4 those that are to be made again
-- ARGV  1 the place as it was read: number   2 and tag   3 the place from now on: number   4 and tag
--       5 delivery ('': none)   6 its record   7 how many records are kept   8 done again (1)
--       9... field and value of the endpoint, in pairs
-- Answers 1, or 0 where the endpoint is gone or its place is another.
local number, tag = unpack(redis.call('HMGET', KEYS[1], 'number', 'tag'))
if number ~= ARGV[1] or tag ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'number', ARGV[3], 'tag', ARGV[4], unpack(ARGV, 9))
if ARGV[5] == '' then return 1 end
if redis.call('HSET', KEYS[2], ARGV[5], ARGV[6]) == 1 then redis.call('LPUSH', KEYS[3], ARGV[5]) end
if ARGV[8] == '1' then redis.call('SREM', KEYS[4], ARGV[5]) end
while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[7]) do
  local oldest = redis.call('RPOP', KEYS[3])
  redis.call('HDEL', KEYS[2], oldest)
  redis.call('SREM', KEYS[4], oldest)
end
return 1
