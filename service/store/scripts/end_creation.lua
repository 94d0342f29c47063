#!lua flags=allow-oom
-- KEYS  1 creation
-- ARGV  1 proposed id of the claim   2 carried out (1) or given up (0)
-- Success is noted whoever holds the claim by now; giving up is left to the holder.
local holder = redis.call('HGET', KEYS[1], 'holder')
if not holder then return 0 end
if ARGV[2] == '1' then return redis.call('HSET', KEYS[1], 'done', 1) end
if holder == ARGV[1] and redis.call('HEXISTS', KEYS[1], 'done') == 0 then return redis.call('UNLINK', KEYS[1]) end
return 0
