#!lua
-- Notes what is to be told to an owner of a log, a player or an app, from now on. May be run again.
--
-- KEYS  1 owner
-- ARGV  1 `listens` for a log of its own, `app_listens` where its app keeps one, `log_ready` once its games are marked
-- Answers 1, or 0 for no owner.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], 1)
return 1
