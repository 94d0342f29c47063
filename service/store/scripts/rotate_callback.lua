#!lua
-- Gives a player another secret for callbacks; the present one counts on for a while.
--
-- KEYS  1 player   2 secrets
-- ARGV  1 the new secret   2 for how many ms the former one counts
-- Answers until when there is a former one (0: there is none), nil for no player.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return nil end
local former, till = redis.call('HGET', KEYS[2], 'secret'), 0
if former then
  local clock = redis.call('TIME')
  till = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
end
redis.call('HSET', KEYS[2], 'secret', ARGV[1], 'former', former or '', 'until', till)
return till
