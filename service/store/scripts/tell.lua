#!lua flags=allow-oom
-- Tells the owner of a log, a player or an app, of one commit; it is added where the owner keeps a log and does not know
-- of it yet. May be run again.
--
-- What seems old may be another past: the store of the games was set back, that of the owner was not. So it is looked up
-- among the newest entries, and counts as new where it stands there with another tag.
--
-- Each entry has a mark that depends on all before it. By the tags of commits alone nobody could tell a log that was set
-- back from one in which the same commit was told again at the same place, behind others than before.
--
-- KEYS  1 owner   2 log   3 the newest version that is known of each game in the log
-- ARGV  1 owner's id   2 game id   3 version   4 number of events   5 tag   6 the most entries   7 ms until a log expires
-- Answers {app, how many webhooks, callback, 1 where the owner is gone}; the app and the callback may be ''.
local LOOK, MOST_AT_ONCE = 200, 100
local gone, listens, app, hooks, url, last, mark =
  unpack(redis.call('HMGET', KEYS[1], 'deleted', 'listens', 'app', 'hooks', 'turn_url', 'log_last', 'log_mark'))
if gone or redis.call('EXISTS', KEYS[1]) == 0 then return {app or '', 0, '', 1} end

local function is_known()
  local newest = tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or 0)
  if tonumber(ARGV[3]) > newest then return false end
  for _, entry in ipairs(redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', LOOK)) do
    local fields = entry[2]
    if fields[2] == ARGV[2] and fields[4] == ARGV[3] then return fields[8] == ARGV[5] end
  end
  return true
end

-- A game of which no entry is left is forgotten with its last one.
local function trim(over)
  if over <= 0 then return end
  for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', math.min(over, MOST_AT_ONCE))) do
    local game, version = entry[2][2], entry[2][4]
    if redis.call('HGET', KEYS[3], game) == version then redis.call('HDEL', KEYS[3], game) end
    redis.call('XDEL', KEYS[2], entry[1])
  end
end

if listens and not is_known() then
  last = tonumber(last or 0) + ARGV[4]
  mark = string.sub(redis.sha1hex((mark or '') .. ARGV[2] .. ARGV[5]), 1, 8)
  redis.call('XADD', KEYS[2], last .. '-0', 'g', ARGV[2], 'v', ARGV[3], 'n', ARGV[4], 't', ARGV[5], 'm', mark)
  redis.call('HSET', KEYS[1], 'log_last', last, 'log_mark', mark)
  redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
  trim(redis.call('XLEN', KEYS[2]) - ARGV[6])
  redis.call('PEXPIRE', KEYS[2], ARGV[7])
  redis.call('PEXPIRE', KEYS[3], ARGV[7])
  redis.call('PUBLISH', 'wake:' .. ARGV[1], 'log')
end
return {app or '', tonumber(hooks or 0), url or '', 0}
