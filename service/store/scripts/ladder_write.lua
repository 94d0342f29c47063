#!lua
-- Writes what is laid down of a ladder, new or changed.
--
-- KEYS  1 ladder
-- ARGV  1 the revision that it is known in (0: it is new)   2 record
-- Answers {1, revision, created at}, or {0, revision, created at} where it has another revision than that. A new one
-- that was written with this very record before answers as it did then.
local revision, record, created_at = unpack(redis.call('HMGET', KEYS[1], 'revision', 'record', 'created_at'))
local repeated = record == ARGV[2] and revision == tostring(ARGV[1] + 1)
if repeated or (revision or '0') ~= ARGV[1] then
  return {repeated and 1 or 0, tonumber(revision or 0), tonumber(created_at or 0)}
end
if not created_at then
  local clock = redis.call('TIME')
  created_at = clock[1] * 1000 + math.floor(clock[2] / 1000)
end
redis.call('HSET', KEYS[1], 'revision', ARGV[1] + 1, 'record', ARGV[2], 'created_at', created_at)
return {1, ARGV[1] + 1, tonumber(created_at)}
