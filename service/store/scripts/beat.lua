#!lua flags=allow-oom
-- The ticker's heartbeat for a bucket that has entries. After a silence it is noted as a gap; the last eight are kept.
--
-- KEYS  1 due set   2 heartbeat   3 gaps
-- Answers 1 if a gap was noted.
local SILENCE = 5000
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local before = tonumber(redis.call('GET', KEYS[2]) or now)
local silent = now - before > SILENCE
if silent then
  local gaps = {}
  for gap in string.gmatch(redis.call('GET', KEYS[3]) or '', '%d+ %d+') do gaps[#gaps + 1] = gap end
  gaps[#gaps + 1] = before .. ' ' .. now
  redis.call('SET', KEYS[3], table.concat(gaps, ' ', math.max(1, #gaps - 7)))
end
redis.call('SET', KEYS[2], math.max(now, before))
return silent and 1 or 0
