#!lua flags=allow-oom
-- Counts that something is to be sent out. It may be claimed at once, or from an instant on; what is claimed, or waits
-- for its next try, is only counted, so that nobody else begins with it.
--
-- KEYS  1 outbox   2 records
-- ARGV  1 member   2 not before (instant, 0: now)   3 for how many ms from now on it is left to the job that was asked
--       4 ends a wait for the next try too (1)
-- Answers 1 where nobody is about to do it: a job makes it soon. 0 where one has been asked for, or it waits on purpose.
-- A record is `<asked> <asked when it was claimed> <number of the claim> <free from> <state>`, where the state is - for
-- free, c for claimed, u for claimed and asked urgently, w for a wait that only an urgent one ends.
local asked, seen, claim, from, state =
  string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '0 0 0 0 new', '^(%d+) (%d+) (%d+) (%d+) (%S+)$')
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local wanted = math.max(now, tonumber(ARGV[2]))
local claimed = state == 'c' or state == 'u'
local held = claimed and tonumber(from) > now
local fresh = not held and (claimed or state == 'new' or (state == 'w' and ARGV[4] == '1'))
if held then
  if ARGV[4] == '1' then state = 'u' end
elseif state == 'new' or (state == 'w' and ARGV[4] == '1') then
  from, state = wanted, '-'
else
  if state ~= 'w' then from = math.min(from, wanted) end
end
redis.call('HSET', KEYS[2], ARGV[1], asked + 1 .. ' ' .. seen .. ' ' .. claim .. ' ' .. from .. ' ' .. state)
if not held then
  redis.call('ZADD', KEYS[1], 'LT', math.max(from, tonumber(ARGV[2]) > 0 and 0 or now + ARGV[3]), ARGV[1])
end
return fresh and 1 or 0
