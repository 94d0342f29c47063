#!lua
-- KEYS  1 player
-- ARGV  1 where it is called when it is its turn, '' for nowhere
-- Answers 1, or 0 for no player: neither an expired nor a deleted one may come back. Since when it is called is kept too.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return 0 end
if ARGV[1] == '' then
  redis.call('HDEL', KEYS[1], 'turn_url', 'called_since')
else
  if redis.call('HEXISTS', KEYS[1], 'turn_url') == 0 then
    local clock = redis.call('TIME')
    redis.call('HSET', KEYS[1], 'called_since', clock[1] * 1000 + math.floor(clock[2] / 1000))
  end
  redis.call('HSET', KEYS[1], 'turn_url', ARGV[1])
end
return 1
