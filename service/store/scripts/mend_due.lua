#!lua flags=allow-oom
-- Gives a game the due entries that its own fields ask for, if it is still at the version that was looked at. What is
-- there and may be right stays: a lease has moved it ahead.
--
-- KEYS  1 game   2 due set   3 lifetimes   4 heartbeat
-- ARGV  1 game id   2 version   3 watch in ms (0: none is needed)   4 how far a lease may have moved an entry, in ms
-- Answers 1, or 0 where the game has moved on.
local version, deadline, done, life = unpack(redis.call('HMGET', KEYS[1], 'version', 'deadline', 'effects_done', 'life'))
if version ~= ARGV[2] then return 0 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function stands(key, member, at)
  local score = tonumber(redis.call('ZSCORE', key, member) or -1)
  if score < at or score > math.max(at, now) + ARGV[4] then redis.call('ZADD', key, at, member) end
end

local id = ARGV[1]
if tonumber(deadline) > 0 then stands(KEYS[2], id .. ':d', tonumber(deadline)) else redis.call('ZREM', KEYS[2], id .. ':d') end
if ARGV[3] ~= '0' then redis.call('ZADD', KEYS[2], 'NX', now + ARGV[3], id .. ':w') end
if tonumber(done) < tonumber(version) then redis.call('ZADD', KEYS[2], 'NX', now, id .. ':e') end
if tonumber(life or 0) > 0 then stands(KEYS[3], id, tonumber(life)) else redis.call('ZREM', KEYS[3], id) end
-- A heartbeat that is there tells how long nobody has looked after the bucket: those games get their time back.
redis.call('SET', KEYS[4], now, 'NX')
return 1
