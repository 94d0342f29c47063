#!lua flags=allow-oom
-- Counts one request against a limit by GCRA: the key holds when the allowance will be whole again, in µs since 1970, and
-- is gone by then. A refused request costs nothing. Nothing is counted for a token that does not exist, so that invented
-- ones leave no trace.
--
-- KEYS  1 limit   2 token (where the limit is one's)
-- ARGV  1 quota   2 window in ms, in which that many requests are regained
-- Answers {1 | 0 allowed, requests left, ms until all are back, ms until the next one is allowed (0 where this one was)},
-- or {} for no token
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 0 then return {} end
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
-- Whole µs, so that no sum of them is rounded: 2^53 µs are 285 years.
local cost = math.max(1, math.floor(ARGV[2] * 1000 / ARGV[1]))
local span = cost * ARGV[1]
-- Where the clock was set back, what the key holds may lie further ahead than a whole window.
local ahead = math.min(math.max((redis.call('GET', KEYS[1]) or 0) - now, 0), span)
local after = ahead + cost
if after > span then
  return {0, 0, math.ceil(ahead / 1000), math.ceil((after - span) / 1000)}
end
redis.call('SET', KEYS[1], string.format('%d', now + after), 'PX', math.ceil(after / 1000))
return {1, math.floor((span - after) / cost), math.ceil(after / 1000), 0}
