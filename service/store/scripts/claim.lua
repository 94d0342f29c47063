#!lua flags=allow-oom
-- Takes a due entry for a while: its time moves ahead, unless somebody else took it or the game moved it.
--
-- KEYS  1 due set   2 game
-- ARGV  1 member   2 lease in ms
-- Answers {version, attempts}, or nil.
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score then return nil end
local version, attempts = unpack(redis.call('HMGET', KEYS[2], 'version', 'ai_attempt'))
if not version then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return nil
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if tonumber(score) > now then return nil end
redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])
return {tonumber(version), tonumber(attempts)}
